import { keepShared, SHARE_INBOX, SHARED_NAME_HEADER } from '#sw/messages.ts';

/** A file that was shared from another app; `id` names this sharing of it. */
export type InboxEntry = { readonly id: string; readonly file: File };

/**
 * Hands out what was shared from another app, one tab after the other, and resolves to how much was taken. A file leaves the inbox only after
 * `take` has said yes: whoever dies before finds it again, and knows it by its id.
 */
export function takeSharedFiles(take: (entry: InboxEntry) => Promise<boolean>): Promise<number> {
  // Where storage is blocked nothing was ever kept.
  if (!('caches' in globalThis)) return Promise.resolve(0);
  const locks = globalThis.navigator?.locks;
  return locks ? (locks.request(SHARE_INBOX, () => takeAll(take)) as Promise<number>) : takeAll(take);
}

async function takeAll(take: (entry: InboxEntry) => Promise<boolean>): Promise<number> {
  const inbox = await caches.open(SHARE_INBOX);
  let count = 0;
  for (const request of await inbox.keys()) {
    const response = await inbox.match(request);
    if (!response) continue;
    const name = decodeURIComponent(response.headers.get(SHARED_NAME_HEADER) ?? '') || 'receipt';
    const file = new File([await response.blob()], name, { type: response.headers.get('content-type') ?? '' });
    if (!(await take({ id: request.url.slice(request.url.lastIndexOf('/') + 1), file }))) continue;
    await inbox.delete(request);
    count += 1;
  }
  return count;
}

/** Puts files into the inbox, as if another app had shared them, and resolves to how many there was room for. */
export async function putSharedFiles(files: readonly File[]): Promise<number> {
  if (!('caches' in globalThis)) return 0;
  let kept = 0;
  for (const file of files) if (await keepShared(file)) kept += 1;
  return kept;
}

/** Drops what was shared and not taken: the next person on this device must not see it. */
export async function forgetSharedFiles(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(SHARE_INBOX).catch(() => false);
}
