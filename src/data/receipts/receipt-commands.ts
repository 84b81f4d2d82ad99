import type { CommandContext } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { readStored } from '#data/core/stored.ts';
import { removeRecord } from '#data/core/write.ts';
import { outboxKey } from '#data/device/outbox-row.ts';
import { can } from '#domain/access/access.ts';
import { AppError } from '#domain/errors.ts';
import type { StoredFile } from '#domain/files/file.ts';
import { queueRemoval } from './object-removals.ts';
import { dropBytes, uploadIssueId } from './receipt-store.ts';

/** Removes a receipt: the stored object and the record, also offline. Its author may until the expense is decided, who may delete files always; the server decides again. */
export async function removeReceipt(db: CompanyDatabase, ctx: CommandContext, fileId: string): Promise<void> {
  const unsynced = await db.device.outbox.get(outboxKey('files', fileId));
  const file = (unsynced ? unsynced.mine : (await readStored(db, 'files', [fileId])).get(fileId)) as StoredFile | null | undefined;
  if (!file) throw new AppError('not_found', { collection: 'files', id: fileId });
  const isOwn = file.created_by === ctx.userId && can(ctx.access, 'files.upload');
  if (!isOwn && !can(ctx.access, 'files.delete')) throw new AppError('not_allowed', { key: 'files.delete' });
  const waiting = await db.device.receipts.get(fileId);
  // Never sent, so the server has nothing to remove.
  if (!waiting || waiting.attempts > 0 || waiting.state !== 'waiting') await queueRemoval(db, file.path);
  await removeRecord(db, 'files', fileId);
  await dropBytes(db.device, fileId);
}

/** Has a refused upload tried again, for instance after the right was granted. */
export async function retryUpload(db: CompanyDatabase, fileId: string): Promise<void> {
  await db.device.transaction('rw', db.device.receipts, db.device.issues, async () => {
    await db.device.receipts.update(fileId, { state: 'waiting', attempts: 0, next_try_at: null });
    await db.device.issues.delete(uploadIssueId(fileId));
  });
}

/** Gives up a receipt whose upload was refused: bytes, record and issue go. A person's act. */
export async function discardUpload(db: CompanyDatabase, fileId: string): Promise<void> {
  await removeRecord(db, 'files', fileId).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
  });
  await dropBytes(db.device, fileId);
}
