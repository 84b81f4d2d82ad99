import * as z from 'zod/mini';
import { name, uuid } from '#domain/shared/fields.ts';
import { recordSchema } from '#domain/shared/record.ts';

export const RECEIPT_MAX_BYTES = 20 * 1024 * 1024;
/** What the `uploads` bucket accepts. HEIC is converted or refused before it gets here; SVG never passes. */
export const RECEIPT_MIME_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;

export type ReceiptMimeType = (typeof RECEIPT_MIME_TYPES)[number];

/** The file ending that belongs to each type. */
export const RECEIPT_EXTENSIONS: Readonly<Record<ReceiptMimeType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** Where the bytes of a receipt live in the bucket `uploads`. */
export const receiptPath = (companyId: string, fileId: string, type: ReceiptMimeType): string =>
  `${companyId}/${fileId}.${RECEIPT_EXTENSIONS[type]}`;

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
});
export type StoredFile = z.infer<typeof fileSchema>;
