import * as z from 'zod/mini';
import { instant, name, uuid } from '#domain/shared/fields.ts';
import { recordSchema } from '#domain/shared/record.ts';

export const RECEIPT_MAX_BYTES = 20 * 1024 * 1024;
const PICTURES_AND_PDF = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
/** What a receipt may be: XML is an e-invoice. HEIC is converted or refused before it gets here; SVG never passes. */
export const RECEIPT_MIME_TYPES = [...PICTURES_AND_PDF, 'application/xml'] as const;

export type ReceiptMimeType = (typeof RECEIPT_MIME_TYPES)[number];
/** What an original may be: also what browsers can't show. */
export const ORIGINAL_MIME_TYPES = [...PICTURES_AND_PDF, 'image/heic'] as const;
export type OriginalMimeType = (typeof ORIGINAL_MIME_TYPES)[number];

/** The file ending that belongs to each type. */
export const RECEIPT_EXTENSIONS: Readonly<Record<ReceiptMimeType | OriginalMimeType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'image/heic': 'heic',
};

/** Where the bytes of a receipt live in the bucket `uploads`. */
export const receiptPath = (companyId: string, fileId: string, type: ReceiptMimeType): string =>
  `${companyId}/${fileId}.${RECEIPT_EXTENSIONS[type]}`;

/** Where the original bytes of a receipt live, beside the picture made of them. It ends like `receiptPath`, with the record's id. */
export const originalPath = (companyId: string, fileId: string, type: OriginalMimeType): string =>
  `${companyId}/original/${fileId}.${RECEIPT_EXTENSIONS[type]}`;

/** Where the right bytes are brought to when the server keeps others at this place; it puts them in their stead once it has read them. */
export const placeForAgain = (path: string): string => path.replace('/', '/again/');

const INTEGRITIES = ['verified', 'mismatch'] as const;
export type Integrity = (typeof INTEGRITIES)[number];

/** The record of a stored receipt. The bytes live in the bucket `uploads` under `path`, `<company_id>/<file id>.<ext>`: row and object meet by id. */
export const fileSchema = z.extend(recordSchema, {
  expense_id: z.nullable(uuid()),
  created_by: uuid(),
  path: name(500),
  name: name(255),
  mime_type: z.enum(RECEIPT_MIME_TYPES),
  /** Bytes. */
  size: z.int().check(z.minimum(1, 'fileEmpty'), z.maximum(RECEIPT_MAX_BYTES, 'fileTooLarge')),
  /** Lowercase hex of the stored bytes. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/), z.maxLength(64)),
  confidential: z.boolean(),
  /** The bytes as they were taken in, where `path` has a picture made of them; all null where it has them itself. */
  original_path: z.nullable(name(500)),
  original_mime_type: z.nullable(z.enum(ORIGINAL_MIME_TYPES)),
  original_size: z.nullable(z.int().check(z.minimum(1, 'fileEmpty'), z.maximum(RECEIPT_MAX_BYTES, 'fileTooLarge'))),
  original_sha256: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/), z.maxLength(64))),
  /** What the server found when it last read the stored bytes, written by it alone; null: not read yet. */
  integrity: z.nullable(z.enum(INTEGRITIES)),
  checked_at: z.nullable(instant()),
  original_integrity: z.nullable(z.enum(INTEGRITIES)),
  original_checked_at: z.nullable(instant()),
});
export type StoredFile = z.infer<typeof fileSchema>;

/** What the server has not said yet of a receipt that a device takes in. */
export const UNREAD = { integrity: null, checked_at: null, original_integrity: null, original_checked_at: null } as const;
export const NO_ORIGINAL = { original_path: null, original_mime_type: null, original_size: null, original_sha256: null } as const;

/**
 * What the server says of a receipt as evidence, all its bytes together: `checked`, `mismatch` where anything stored is not what was taken in,
 * `awaiting` the original, `unread`. `at`: the instant of the last reading, null where there was none.
 */
export type Evidence = { readonly kind: 'checked' | 'mismatch' | 'awaiting' | 'unread'; readonly at: string | null };

export function evidenceOf(file: StoredFile): Evidence {
  const { integrity, checked_at: at, original_integrity: original, original_checked_at: originalAt } = file;
  if (integrity === 'mismatch') return { kind: 'mismatch', at };
  if (original === 'mismatch') return { kind: 'mismatch', at: originalAt };
  if (integrity === null) return { kind: 'unread', at: null };
  if (file.original_path === null) return { kind: 'checked', at };
  return original === null ? { kind: 'awaiting', at } : { kind: 'checked', at: originalAt };
}
