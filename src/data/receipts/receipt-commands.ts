import { authorise, type CommandContext, newRecord } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { insertRecord, removeRecord, restoreRecord } from '#data/core/write.ts';
import type { WaitingReceipt } from '#data/device/device-database.ts';
import { outboxKey } from '#data/changes/outbox-row.ts';
import { can } from '#domain/access/access.ts';
import { AppError } from '#domain/errors.ts';
import {
  NO_ORIGINAL,
  type OriginalMimeType,
  originalPath,
  type ReceiptMimeType,
  receiptPath,
  type StoredFile,
  UNREAD,
} from '#domain/files/file.ts';
import { addReceipt } from './add-receipt.ts';
import { shrinkInWorker } from './shrink-in-worker.ts';
import type { ShrinkImage } from './images.ts';
import { keptUploadKey } from './kept-upload.ts';
import { recordHere } from '#data/core/known-records.ts';
import { forgetRemovals, notingRemovals, pathsOf, queueRemoval } from './object-removals.ts';
import { takeBackQuestion } from './receipt-questions.ts';
import { fileIdOf, isOriginal, originalId } from '#data/device/waiting-receipt.ts';
import { asBlob, dropBytes, uploadIssueId } from './receipt-store.ts';
import { onDevice } from '#data/device/storage-health.ts';

/**
 * Removes a receipt: the stored object and the record, also offline. Its author may until the expense is decided, who may delete files always; the
 * server decides again, and until then what waits of the bytes stays: where it refuses the record is back, and they may be nowhere else.
 */
export async function removeReceipt(db: CompanyDatabase, ctx: CommandContext, fileId: string): Promise<void> {
  const file = await recordHere(db, 'files', fileId);
  if (!file) throw new AppError('not_found', { collection: 'files', id: fileId });
  const isOwn = file.created_by === ctx.userId && can(ctx.access, 'files.upload');
  if (!isOwn && !can(ctx.access, 'files.delete')) throw new AppError('not_allowed', { key: 'files.delete' });
  const unsent = await removeRecord(db, 'files', fileId, { beside: notingRemovals(db, [file]) });
  if (!unsent) return; // `finishRemovals` does the rest
  const waiting = (await db.device.receipts.bulkGet([fileId, originalId(fileId)])).filter((row) => row !== undefined);
  await forgetRemovals(
    db,
    waiting.filter((bytes) => !mayHaveArrived(bytes)).map(({ path }) => path),
  );
  await dropBytes(db.device, fileId);
}

/** Puts removed receipts back. Bytes before the expense and the records, which would promise what nobody has. */
type PutBack = { readonly bytes: () => Promise<void>; readonly records: () => Promise<void> };

/** Removes receipts of an expense that the server never had, as far as this person may. */
export async function removeReceipts(db: CompanyDatabase, ctx: CommandContext, files: readonly StoredFile[]): Promise<PutBack> {
  const removed: { readonly file: StoredFile; readonly bytes: readonly WaitingReceipt[] }[] = [];
  for (const file of files) {
    const bytes = (await db.device.receipts.bulkGet([file.id, originalId(file.id)])).filter((row) => row !== undefined);
    try {
      await removeReceipt(db, ctx, file.id);
      removed.push({ file, bytes });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_allowed')) throw error;
    }
  }
  return {
    bytes: async () => {
      await forgetRemovals(
        db,
        removed.flatMap(({ file }) => pathsOf(file)),
      );
      await onDevice(db.device.receipts.bulkPut(removed.flatMap(({ bytes }) => bytes))); // all or none
    },
    records: async () => {
      for (const { file } of removed) await restoreRecord(db, 'files', file);
    },
  };
}

/** Has a refused upload tried again, for instance after the right was granted. */
export const retryUpload = (db: CompanyDatabase, fileId: string): Promise<void> => takeBackQuestion(db, fileId);

/** Gives up a receipt that only this device has: bytes, record and questions go, also what may have arrived of it. A person's act. */
export async function discardUpload(db: CompanyDatabase, rowId: string): Promise<void> {
  const fileId = fileIdOf(rowId);
  const file = await recordHere(db, 'files', fileId);
  if (isOriginal(rowId) && file) return dropOriginal(db, fileId);
  if (file?.integrity === 'mismatch') return dropBytes(db.device, fileId); // the server has the record, and something of its bytes
  const waiting = await db.device.receipts.bulkGet([fileId, originalId(fileId)]);
  for (const bytes of waiting) if (bytes && mayHaveArrived(bytes)) await queueRemoval(db, bytes.path);
  await removeRecord(db, 'files', fileId).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
  });
  await dropBytes(db.device, fileId);
  await onDevice(db.device.issues.where({ key: outboxKey('files', fileId) }).delete());
}

/** The picture stays, and says for good that its original never arrived. */
async function dropOriginal({ device }: CompanyDatabase, fileId: string): Promise<void> {
  const rowId = originalId(fileId);
  const drop = async () => {
    await device.receipts.delete(rowId);
    await device.meta.delete(keptUploadKey(rowId));
    await device.issues.delete(uploadIssueId(rowId));
  };
  await onDevice(device.transaction('rw', device.receipts, device.issues, device.meta, drop));
}

/** Has an original sent now that waits for a line that costs nothing. */
export async function sendOriginalNow(db: CompanyDatabase, rowId: string): Promise<void> {
  await onDevice(db.device.receipts.update(rowId, { is_hurried: true, next_try_at: null }));
}

/**
 * Gives bytes whose record is gone to another expense, as a receipt of its own: the old path may be on somebody's list of objects
 * to remove. Whenever the browser dies on the way the bytes are on this device, with a record or with the question.
 */
export async function attachToExpense(
  db: CompanyDatabase,
  ctx: CommandContext,
  { fileId, expenseId }: { fileId: string; expenseId: string },
  shrink: ShrinkImage = shrinkInWorker,
): Promise<StoredFile> {
  authorise(ctx, 'files.upload');
  const { receipts, issues } = db.device;
  const left = await receipts.get(fileId);
  if (!left || (await recordHere(db, 'files', fileIdOf(fileId)))) throw new AppError('not_found', { collection: 'files', id: fileId });
  if (!(await recordHere(db, 'expenses', expenseId))) throw new AppError('not_found', { collection: 'expenses', id: expenseId });
  if (isOriginal(fileId)) return attachOriginal(db, ctx, { left, expenseId, shrink });
  const original = await receipts.get(originalId(fileId));
  const common = newRecord(ctx);
  const { name, mime_type: mimeType, size, sha256 } = left;
  const mime_type = mimeType as ReceiptMimeType;
  const file = { name, mime_type, size, sha256, expense_id: expenseId, path: receiptPath(ctx.companyId, common.id, mime_type) };
  const claim = original ? originalClaim(original, ctx.companyId, common.id) : NO_ORIGINAL;
  const move = async () => {
    // Together with the move: a note alone would take the bytes along that still wait for an answer.
    if (mayHaveArrived(left)) await queueRemoval(db, left.path);
    await db.device.meta.delete(keptUploadKey(fileId));
    const fresh = { attempts: 0, last_error: null, next_try_at: null, state: 'waiting', queued_at: ctx.now().toISOString() } as const;
    await receipts.put({ ...left, ...file, ...fresh, id: common.id });
    await receipts.delete(fileId);
    if (original) {
      if (mayHaveArrived(original)) await queueRemoval(db, original.path);
      await db.device.meta.delete(keptUploadKey(original.id));
      await receipts.put({ ...original, ...fresh, expense_id: expenseId, path: claim.original_path ?? '', id: originalId(common.id) });
      await receipts.delete(original.id);
    }
    await issues.where({ key: outboxKey('files', fileId) }).delete();
  };
  await onDevice(db.device.transaction('rw', receipts, issues, db.device.meta, move));
  return insertRecord(db, 'files', { ...common, ...file, ...claim, ...UNREAD, created_by: ctx.userId, confidential: false });
}

/** An original whose picture had arrived, and was deleted with its record: a receipt is made of it as if it were picked now. */
async function attachOriginal(
  db: CompanyDatabase,
  ctx: CommandContext,
  { left, expenseId, shrink }: { left: WaitingReceipt; expenseId: string; shrink: ShrinkImage },
): Promise<StoredFile> {
  const attached = await db.collections.files.find({ selector: { expense_id: expenseId } }).exec();
  const there = attached.find((file) => file.original_sha256 === left.sha256 || file.sha256 === left.sha256);
  const picked = new File([asBlob(left)], left.name, { type: left.mime_type });
  const file = there ?? (await addReceipt(db, ctx, { expenseId, file: picked }, shrink)).file;
  if (mayHaveArrived(left)) await queueRemoval(db, left.path);
  await dropBytes(db.device, fileIdOf(left.id));
  return file;
}

const originalClaim = ({ mime_type, size, sha256 }: WaitingReceipt, companyId: string, fileId: string) => {
  const type = mime_type as OriginalMimeType;
  return { original_path: originalPath(companyId, fileId, type), original_mime_type: type, original_size: size, original_sha256: sha256 };
};

/** Only what was never sent is surely nowhere else. */
const mayHaveArrived = ({ attempts, state }: WaitingReceipt): boolean => attempts > 0 || state !== 'waiting';
