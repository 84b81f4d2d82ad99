import { SHARE_INBOX, SHARED_NAME_HEADER } from '#sw/messages.ts';

/** The files that were shared from another app since the last call. Each is handed out once; keep them durably before anything else. */
export async function takeSharedFiles(): Promise<File[]> {
  if (!('caches' in globalThis)) return [];
  const inbox = await caches.open(SHARE_INBOX);
  const files: File[] = [];
  for (const request of await inbox.keys()) {
    const response = await inbox.match(request);
    if (response) {
      const name = decodeURIComponent(response.headers.get(SHARED_NAME_HEADER) ?? '');
      files.push(new File([await response.blob()], name || 'receipt', { type: response.headers.get('content-type') ?? '' }));
    }
    await inbox.delete(request);
  }
  return files;
}

/** Drops what was shared and not taken: the next person on this device must not see it. */
export async function forgetSharedFiles(): Promise<void> {
  // Where storage is blocked nothing was ever kept.
  if ('caches' in globalThis) await caches.delete(SHARE_INBOX).catch(() => false);
}
