import { authorise, type CommandContext, newRecord } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { insertRecord, removeRecord } from '#data/core/write.ts';
import type { WaitingReceipt } from '#data/device/device-database.ts';
import { outboxKey } from '#data/changes/outbox-row.ts';
import { can } from '#domain/access/access.ts';
import { AppError } from '#domain/errors.ts';
import { type ReceiptMimeType, receiptPath, type StoredFile } from '#domain/files/file.ts';
import { keptUploadKey } from './kept-upload.ts';
import { recordHere } from './known-records.ts';
import { queueRemoval } from './object-removals.ts';
import { takeBackQuestion } from './receipt-questions.ts';
import { dropBytes } from './receipt-store.ts';

/** Removes a receipt: the stored object and the record, also offline. Its author may until the expense is decided, who may delete files always; the server decides again. */
export async function removeReceipt(db: CompanyDatabase, ctx: CommandContext, fileId: string): Promise<void> {
  const file = await recordHere(db, 'files', fileId);
  if (!file) throw new AppError('not_found', { collection: 'files', id: fileId });
  const isOwn = file.created_by === ctx.userId && can(ctx.access, 'files.upload');
  if (!isOwn && !can(ctx.access, 'files.delete')) throw new AppError('not_allowed', { key: 'files.delete' });
  const waiting = await db.device.receipts.get(fileId);
  if (!waiting || mayHaveArrived(waiting)) await queueRemoval(db, file.path);
  await removeRecord(db, 'files', fileId);
  await dropBytes(db.device, fileId);
}

/** Has a refused upload tried again, for instance after the right was granted. */
export const retryUpload = (db: CompanyDatabase, fileId: string): Promise<void> => takeBackQuestion(db, fileId);

/** Gives up a receipt that only this device has: bytes, record and questions go, also what may have arrived of it. A person's act. */
export async function discardUpload(db: CompanyDatabase, fileId: string): Promise<void> {
  const waiting = await db.device.receipts.get(fileId);
  if (waiting && mayHaveArrived(waiting)) await queueRemoval(db, waiting.path);
  await removeRecord(db, 'files', fileId).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
  });
  await dropBytes(db.device, fileId);
  await db.device.issues.where({ key: outboxKey('files', fileId) }).delete();
}

/**
 * Gives bytes whose record is gone to another expense, as a receipt of its own: the old path may be on somebody's list of objects
 * to remove. Whenever the browser dies on the way the bytes are on this device, with a record or with the question.
 */
export async function attachToExpense(
  db: CompanyDatabase,
  ctx: CommandContext,
  { fileId, expenseId }: { fileId: string; expenseId: string },
): Promise<StoredFile> {
  authorise(ctx, 'files.upload');
  const { receipts, issues } = db.device;
  const left = await receipts.get(fileId);
  if (!left || (await recordHere(db, 'files', fileId))) throw new AppError('not_found', { collection: 'files', id: fileId });
  if (!(await recordHere(db, 'expenses', expenseId))) throw new AppError('not_found', { collection: 'expenses', id: expenseId });
  const common = newRecord(ctx);
  const { name, mime_type: mimeType, size, sha256 } = left;
  const mime_type = mimeType as ReceiptMimeType;
  const file = { name, mime_type, size, sha256, expense_id: expenseId, path: receiptPath(ctx.companyId, common.id, mime_type) };
  await db.device.transaction('rw', receipts, issues, db.device.meta, async () => {
    // Together with the move: a note alone would take the bytes along that still wait for an answer.
    if (mayHaveArrived(left)) await queueRemoval(db, left.path);
    await db.device.meta.delete(keptUploadKey(fileId));
    const fresh = { attempts: 0, last_error: null, next_try_at: null, state: 'waiting', queued_at: ctx.now().toISOString() } as const;
    await receipts.put({ ...left, ...file, ...fresh, id: common.id });
    await receipts.delete(fileId);
    await issues.where({ key: outboxKey('files', fileId) }).delete();
  });
  return insertRecord(db, 'files', { ...common, ...file, created_by: ctx.userId, confidential: false });
}

/** Only what was never sent is surely nowhere else. */
const mayHaveArrived = ({ attempts, state }: WaitingReceipt): boolean => attempts > 0 || state !== 'waiting';
