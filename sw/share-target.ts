import { sharedLanding } from './decide.ts';
import { SHARE_FIELD, SHARE_INBOX, SHARED_NAME_HEADER } from './messages.ts';

const SHARED_MAX = 20;
const isReceipt = (file: File): boolean => file.type.startsWith('image/') || file.type === 'application/pdf';

/** Keeps files shared from another app for the form that opens next, and leads there. The form judges type and size itself. */
export async function receiveShared(request: Request): Promise<Response> {
  const form = await request.formData();
  const files = form.getAll(SHARE_FIELD).filter((value) => value instanceof File);
  const receipts = files.filter(isReceipt).slice(0, SHARED_MAX);
  const inbox = await caches.open(SHARE_INBOX);
  for (const file of receipts) {
    const headers = { 'content-type': file.type, [SHARED_NAME_HEADER]: encodeURIComponent(file.name) };
    await inbox.put(`/${SHARE_INBOX}/${crypto.randomUUID()}`, new Response(file, { headers }));
  }
  const { pathname } = new URL(request.url);
  return Response.redirect(new URL(sharedLanding(pathname, receipts.length), request.url).href, 303);
}
