import { sharedLanding } from './strategy.ts';
import { keepShared, SHARE_FIELD } from './messages.ts';

const SHARED_MAX = 20;
/** Some apps do not say what they share. */
const isReceipt = ({ type }: File): boolean => /^(image\/.*|application\/(pdf|xml|octet-stream)|text\/xml|)$/.test(type);

/** Keeps files shared from another app for the form that opens next, and leads there. The form judges type and size itself. */
export async function receiveShared(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => new FormData());
  const files = form.getAll(SHARE_FIELD).filter((value) => value instanceof File);
  const receipts = files.filter(isReceipt).slice(0, SHARED_MAX);
  let kept = 0;
  for (const file of receipts) if (await keepShared(file)) kept += 1;
  const { pathname } = new URL(request.url);
  return Response.redirect(new URL(sharedLanding(pathname, { kept, given: files.length }), request.url).href, 303);
}
