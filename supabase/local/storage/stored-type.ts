import { SNIFF_BYTES, sniffType } from '#domain/files/sniff.ts';
import type { Bucket } from './object-rows.ts';
import { refusals } from './storage-error.ts';

/** Types a browser may show in place: those whose bytes we can tell. Everything else (HTML and SVG above all) is only ever a download. */
const SHOWN_IN_PLACE: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'application/pdf']);
/** Never the uploader's wish: whoever may not read a file any more must not get it from a cache, nor anybody from a shared one. */
export const FILE_CACHE_CONTROL = 'private, no-cache';
/** What a browser does nothing with but save it. */
const UNKNOWN_TYPE = 'application/octet-stream';
/** No parameters and no list: of `application/pdf;x=1,text/html` a browser takes the last part. */
const BARE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,100}$/;

/** The one form in which a type is stored: bare `type/subtype`, lowercase, among those the bucket takes. Throws `wrongType`. */
export function acceptedType(declared: string, { allowed_mime_types: allowed }: Pick<Bucket, 'allowed_mime_types'>): string {
  const type = declared.trim().toLowerCase();
  const fits = (pattern: string) => (pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern.toLowerCase());
  if (BARE.test(type) && (!allowed || allowed.length === 0 || allowed.some(fits))) return type;
  throw refusals.wrongType(declared);
}

/** The bytes decide: what claims to be a picture or a PDF has to begin like one. Throws `wrongType`. `head` is the first `SNIFF_BYTES`. */
export function checkBytes(type: string, head: Uint8Array): void {
  if (SHOWN_IN_PLACE.has(type) && sniffType(head) !== type) throw refusals.wrongType(type);
}

/** The same bytes again, after their beginning was checked against the type; throws before the first one is handed on. */
export async function* checkedBytes(type: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array();
  for await (const chunk of bytes) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.byteLength < SNIFF_BYTES) continue;
    checkBytes(type, head);
    yield head;
    head = null;
  }
  if (head === null) return;
  checkBytes(type, head);
  yield head;
}

/** How a stored object goes out. Rows of earlier versions may name anything: only an exact known type is ever shown. */
export function servedType(stored: string): { readonly type: string; readonly isShown: boolean } {
  const isShown = SHOWN_IN_PLACE.has(stored);
  return { type: isShown ? stored : UNKNOWN_TYPE, isShown };
}
