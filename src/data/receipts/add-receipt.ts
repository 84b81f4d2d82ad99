import { authorise, type CommandContext, newRecord } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { onDevice } from '#data/device/storage-health.ts';
import type { WaitingReceipt } from '#data/device/device-database.ts';
import { insertRecord } from '#data/core/write.ts';
import { NO_ORIGINAL, originalPath, receiptPath, type StoredFile, UNREAD } from '#domain/files/file.ts';
import type { ShrinkImage } from './images.ts';
import { recordHere } from '#data/core/known-records.ts';
import { type OriginalBytes, prepareReceipt, type PreparedReceipt, type ReceiptNote } from './prepare-receipt.ts';
import { originalId } from '#data/device/waiting-receipt.ts';
import { cacheFile, thumbnailId } from './receipt-store.ts';
import { shrinkInWorker } from './shrink-in-worker.ts';

export type NewReceipt = {
  readonly expenseId: string | null;
  readonly file: File;
  readonly confidential?: boolean;
  /** Of the draft it comes from, so that saving that twice makes one receipt. */
  readonly id?: string;
  /** Of a file that was prepared already: what it was made of. */
  readonly original?: OriginalBytes | null;
};
export type AddedReceipt = { readonly file: StoredFile; readonly notes: readonly ReceiptNote[] };

/**
 * Takes a receipt in. When it resolves, the bytes and their hash are in the device database and the record is written: closing
 * the form, the tab or the browser loses nothing. The leader uploads later.
 */
export async function addReceipt(
  db: CompanyDatabase,
  ctx: CommandContext,
  { expenseId, file, confidential = false, id, original = null }: NewReceipt,
  shrink: ShrinkImage = shrinkInWorker,
): Promise<AddedReceipt> {
  authorise(ctx, 'files.upload');
  const made = await prepareReceipt(file, shrink);
  const prepared = { ...made, original: original ?? made.original };
  const known = id === undefined ? null : await recordHere(db, 'files', id);
  if (known) return { file: known, notes: [] }; // its bytes are where they belong
  const common = { ...newRecord(ctx), ...(id === undefined ? {} : { id }) };
  const record: StoredFile = {
    ...common,
    expense_id: expenseId,
    created_by: ctx.userId,
    path: receiptPath(ctx.companyId, common.id, prepared.mimeType),
    name: prepared.name,
    mime_type: prepared.mimeType,
    size: prepared.bytes.size,
    sha256: prepared.sha256,
    confidential,
    ...(prepared.original ? claimed(prepared.original, ctx.companyId, common.id) : NO_ORIGINAL),
    ...UNREAD,
  };
  await keepBytes(db, record, prepared, ctx.now());
  try {
    return { file: await insertRecord(db, 'files', record), notes: prepared.notes };
  } catch (error) {
    const there = await recordHere(db, 'files', record.id);
    if (there) return { file: there, notes: [] }; // another tab was quicker with the same draft, and the bytes are its record's
    await db.device.receipts.bulkDelete([record.id, originalId(record.id)]);
    throw error;
  }
}

const claimed = ({ bytes, mimeType, sha256 }: OriginalBytes, companyId: string, fileId: string) => ({
  original_path: originalPath(companyId, fileId, mimeType),
  original_mime_type: mimeType,
  original_size: bytes.size,
  original_sha256: sha256,
});

/** Bytes before the record: a record without bytes would promise a receipt nobody has. */
async function keepBytes(
  { device }: CompanyDatabase,
  file: StoredFile,
  { bytes, thumbnail, original }: PreparedReceipt,
  now: Date,
): Promise<void> {
  const { id, company_id, expense_id, path, name, mime_type, size, sha256 } = file;
  const fresh = { queued_at: now.toISOString(), attempts: 0, last_error: null, next_try_at: null, state: 'waiting' } as const;
  const rows: WaitingReceipt[] = [{ id, company_id, expense_id, path, name, mime_type, size, sha256, bytes, ...fresh }];
  if (original && file.original_path !== null) {
    const kept = {
      path: file.original_path,
      mime_type: original.mimeType,
      size: original.bytes.size,
      sha256: original.sha256,
      bytes: original.bytes,
    };
    rows.push({ id: originalId(id), company_id, expense_id, name, ...kept, ...fresh });
  }
  await onDevice(device.receipts.bulkPut(rows)); // both or none: a full disk refuses the receipt whole
  if (!thumbnail) return;
  const preview = {
    id: thumbnailId(id),
    company_id,
    sha256,
    mime_type: 'image/jpeg',
    size: thumbnail.size,
    bytes: thumbnail,
    used_at: now.toISOString(),
  };
  await cacheFile(device, preview).catch(() => undefined); // a preview is worth no refusal
}
