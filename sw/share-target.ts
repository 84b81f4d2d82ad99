import { sharedLanding } from './strategy.ts';
import { SHARE_FIELD, SHARE_INBOX, SHARED_NAME_HEADER } from './messages.ts';

const SHARED_MAX = 20;
/** Some apps do not say what they share. */
const isReceipt = ({ type }: File): boolean => /^(image\/.*|application\/(pdf|xml|octet-stream)|text\/xml|)$/.test(type);

/** Keeps files shared from another app for the form that opens next, and leads there. The form judges type and size itself. */
export async function receiveShared(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => new FormData());
  const files = form.getAll(SHARE_FIELD).filter((value) => value instanceof File);
  const receipts = files.filter(isReceipt).slice(0, SHARED_MAX);
  let kept = 0;
  for (const file of receipts) if (await keep(file)) kept += 1;
  const { pathname } = new URL(request.url);
  return Response.redirect(new URL(sharedLanding(pathname, { kept, given: files.length }), request.url).href, 303);
}

/** False on a full disk: the other app still has the file, and the form says that it has to be shared again. */
async function keep(file: File): Promise<boolean> {
  const headers = { 'content-type': file.type, [SHARED_NAME_HEADER]: encodeURIComponent(file.name) };
  const put = async () => (await caches.open(SHARE_INBOX)).put(`/${SHARE_INBOX}/${crypto.randomUUID()}`, new Response(file, { headers }));
  return put().then(
    () => true,
    () => false,
  );
}
