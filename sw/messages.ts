/** What the app and its service worker say to each other; the only file of `sw/` that the app imports. */

/** Makes a waiting worker take over. workbox-window sends exactly this. */
const SKIP_WAITING = 'SKIP_WAITING';

/** What the app sends when it has nothing urgent to load, and whenever it comes back to the network or to the front. */
export const SETTLED = 'SETTLED';

/** Whether a message says that the app has settled. */
export const saysSettled = (message: unknown): boolean => hasType(message, SETTLED);

/** Whether a message asks the waiting worker to take over. */
export const asksToTakeOver = (message: unknown): boolean => hasType(message, SKIP_WAITING);

/** Cache in which files shared from other apps wait for the form that takes them. */
export const SHARE_INBOX = 'share-inbox';
/** Header of a shared file in the inbox: its name, percent-encoded. */
export const SHARED_NAME_HEADER = 'x-kontor-name';
/** The form field of the manifest's share target. */
export const SHARE_FIELD = 'receipts';

function hasType(message: unknown, type: string): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === type;
}

/** False on a full disk: who gave the file still has it, and the form says that it has to be given again. */
export async function keepShared(file: File): Promise<boolean> {
  const headers = { 'content-type': file.type, [SHARED_NAME_HEADER]: encodeURIComponent(file.name) };
  const put = async () => (await caches.open(SHARE_INBOX)).put(`/${SHARE_INBOX}/${crypto.randomUUID()}`, new Response(file, { headers }));
  return put().then(
    () => true,
    () => false,
  );
}
