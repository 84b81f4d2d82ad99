import { decodedXml, isEInvoiceXml } from '#domain/e-invoice/xml-bytes.ts';
import { AppError } from '#domain/errors.ts';
import { type OriginalMimeType, RECEIPT_EXTENSIONS, RECEIPT_MAX_BYTES, type ReceiptMimeType } from '#domain/files/file.ts';
import type { ShrinkImage, ShrunkImage } from './images.ts';
import { sniffType, SNIFF_BYTES, type SniffedType } from '#domain/files/sniff.ts';

/** What was done to the file, so that the person can be told. */
export type ReceiptNote = 'shrunk' | 'converted' | 'renamed';
/** The bytes as they were picked, where a smaller or converted picture is shown instead. `sha256`: lowercase hex. */
export type OriginalBytes = { readonly bytes: Blob; readonly mimeType: OriginalMimeType; readonly sha256: string };
export type PreparedReceipt = {
  readonly bytes: Blob;
  readonly mimeType: ReceiptMimeType;
  /** The given name with the ending that belongs to the type. */
  readonly name: string;
  /** Lowercase hex. */
  readonly sha256: string;
  readonly thumbnail: Blob | null;
  /** Null where `bytes` are what was picked. */
  readonly original: OriginalBytes | null;
  readonly notes: readonly ReceiptNote[];
};

/**
 * Makes an uploadable receipt of whatever was picked, dropped or shared: told by its bytes, scaled down if it is a large photo, and then with its original.
 * AppErrors: `file_empty`, `file_too_large` {limit}, `file_type_refused` {reason: svg | heic_not_decodable | undecoded | unreadable | no_e_invoice | unknown}.
 */
export async function prepareReceipt(file: File, shrink: ShrinkImage): Promise<PreparedReceipt> {
  assertSize(file);
  const type = sniffType(new Uint8Array(await read(file, file.slice(0, SNIFF_BYTES))));
  if (type === null) throw refused(file, 'unknown');
  if (type === 'image/svg+xml') throw refused(file, 'svg');
  const { bytes, mimeType, thumbnail, notes } =
    type === 'application/pdf' || type === 'application/xml'
      ? { bytes: file, mimeType: type, thumbnail: null, notes: [] }
      : await preparePicture(file, type, shrink);
  const content = await read(file, bytes);
  if (type === 'application/xml' && !isEInvoiceXml(decodedXml(new Uint8Array(content)))) throw refused(file, 'no_e_invoice');
  const original = bytes === file || type === 'application/xml' ? null : await originalOf(file, type);
  const name = nameFor(file.name, mimeType);
  return {
    // A copy: the picked file may change or vanish on disk while it waits for the upload.
    bytes: new Blob([content], { type: mimeType }),
    mimeType,
    name,
    sha256: await sha256Hex(content),
    thumbnail,
    original,
    notes: claimsOtherType(file.name, type) ? [...notes, 'renamed'] : notes,
  };
}

async function originalOf(file: File, mimeType: OriginalMimeType): Promise<OriginalBytes> {
  const content = await read(file, file);
  return { bytes: new Blob([content], { type: mimeType }), mimeType, sha256: await sha256Hex(content) };
}

/** AppErrors `file_empty`, `file_too_large` {limit}. */
export function assertSize(file: File): void {
  if (file.size === 0) throw new AppError('file_empty', { name: file.name });
  if (file.size > RECEIPT_MAX_BYTES) throw new AppError('file_too_large', { name: file.name, limit: RECEIPT_MAX_BYTES, size: file.size });
}

type Picture = {
  readonly bytes: Blob;
  readonly mimeType: ReceiptMimeType;
  readonly thumbnail: Blob;
  readonly notes: readonly ReceiptNote[];
};

async function preparePicture(
  file: File,
  type: Exclude<SniffedType, 'application/pdf' | 'application/xml' | 'image/svg+xml'>,
  shrink: ShrinkImage,
): Promise<Picture> {
  const isHeic = type === 'image/heic';
  let shrunk: ShrunkImage;
  try {
    shrunk = await shrink(file, { mustConvert: isHeic });
  } catch (cause) {
    throw refused(file, isHeic ? 'heic_not_decodable' : 'undecoded', cause);
  }
  const { stored, thumbnail } = shrunk;
  if (type === 'image/heic') {
    if (!stored) throw refused(file, 'heic_not_decodable');
    return { bytes: stored, mimeType: 'image/jpeg', thumbnail, notes: ['converted'] };
  }
  // A screenshot can grow as a JPEG; then the original is the smaller evil.
  if (!stored || stored.size >= file.size) return { bytes: file, mimeType: type, thumbnail, notes: [] };
  return { bytes: stored, mimeType: 'image/jpeg', thumbnail, notes: ['shrunk'] };
}

/** Lowercase hex of the SHA-256. */
export async function sha256Hex(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Phones hand out files they then cannot deliver (a cloud photo without a connection). */
async function read(file: File, part: Blob): Promise<ArrayBuffer> {
  try {
    return await part.arrayBuffer();
  } catch (cause) {
    throw refused(file, 'unreadable', cause);
  }
}

const refused = (file: File, reason: string, cause?: unknown) => new AppError('file_type_refused', { name: file.name, reason }, { cause });

const MAX_NAME = 255;

function nameFor(given: string, type: ReceiptMimeType): string {
  const ending = `.${RECEIPT_EXTENSIONS[type]}`;
  const plain = given.trim() || 'receipt';
  if (hasEnding(plain, type)) return plain.slice(-MAX_NAME);
  const stem = plain.replace(/\.[a-z0-9]{1,5}$/i, '');
  return `${(stem || 'receipt').slice(0, MAX_NAME - ending.length)}${ending}`;
}

const ENDINGS: Readonly<Record<SniffedType, RegExp>> = {
  'image/jpeg': /\.jpe?g$/i,
  'image/png': /\.png$/i,
  'image/webp': /\.webp$/i,
  'application/pdf': /\.pdf$/i,
  'image/heic': /\.hei[cf]$/i,
  'application/xml': /\.xml$/i,
  'image/svg+xml': /\.svg$/i,
};
const hasEnding = (name: string, type: SniffedType) => ENDINGS[type].test(name);
/** Called one thing and being another; a name without any known ending claims nothing. */
const claimsOtherType = (name: string, type: SniffedType) =>
  !hasEnding(name, type) && Object.values(ENDINGS).some((ending) => ending.test(name));
