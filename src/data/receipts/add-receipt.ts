import { authorise, type CommandContext, newRecord } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { toStorageError } from '#data/device/storage-health.ts';
import { insertRecord } from '#data/core/write.ts';
import { receiptPath, type StoredFile } from '#domain/files/file.ts';
import type { ShrinkImage } from './images.ts';
import { recordHere } from './known-records.ts';
import { prepareReceipt, type PreparedReceipt, type ReceiptNote } from './prepare-receipt.ts';
import { cacheFile, thumbnailId } from './receipt-store.ts';
import { shrinkInWorker } from './shrink-in-worker.ts';

export type NewReceipt = {
  readonly expenseId: string | null;
  readonly file: File;
  readonly confidential?: boolean;
  /** Of the draft it comes from, so that saving that twice makes one receipt. */
  readonly id?: string;
};
export type AddedReceipt = { readonly file: StoredFile; readonly notes: readonly ReceiptNote[] };

/**
 * Takes a receipt in. When it resolves, the bytes and their hash are in the device database and the record is written: closing
 * the form, the tab or the browser loses nothing. The leader uploads later.
 */
export async function addReceipt(
  db: CompanyDatabase,
  ctx: CommandContext,
  { expenseId, file, confidential = false, id }: NewReceipt,
  shrink: ShrinkImage = shrinkInWorker,
): Promise<AddedReceipt> {
  authorise(ctx, 'files.upload');
  const prepared = await prepareReceipt(file, shrink);
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
  };
  await keepBytes(db, record, prepared, ctx.now());
  try {
    return { file: await insertRecord(db, 'files', record), notes: prepared.notes };
  } catch (error) {
    const there = await recordHere(db, 'files', record.id);
    if (there) return { file: there, notes: [] }; // another tab was quicker with the same draft, and the bytes are its record's
    await db.device.receipts.delete(record.id);
    throw error;
  }
}

/** Bytes before the record: a record without bytes would promise a receipt nobody has. */
async function keepBytes({ device }: CompanyDatabase, file: StoredFile, { bytes, thumbnail }: PreparedReceipt, now: Date): Promise<void> {
  const { id, company_id, expense_id, path, name, mime_type, size, sha256 } = file;
  try {
    await device.receipts.put({
      id,
      company_id,
      expense_id,
      path,
      name,
      mime_type,
      size,
      sha256,
      bytes,
      queued_at: now.toISOString(),
      attempts: 0,
      last_error: null,
      next_try_at: null,
      state: 'waiting',
    });
  } catch (error) {
    throw toStorageError(error);
  }
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
