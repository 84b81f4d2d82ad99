import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { Log } from '#platform/log/log.ts';
import { UPLOADS_BUCKET, type UploadClient } from './upload-outcome.ts';

const prefix = (db: CompanyDatabase) => `remove-object:${db.companyId}:`;

/** Notes that the stored object at `path` has to go; survives a crash, done by the leader. */
export async function queueRemoval(db: CompanyDatabase, path: string): Promise<void> {
  await db.device.meta.put({ path }, `${prefix(db)}${path}`);
}

/** Removes the noted objects. One that the server refuses to remove is not asked for again: its record is gone, nobody can open it. */
export async function finishRemovals({
  db,
  client,
  log,
}: {
  db: CompanyDatabase;
  client: () => Promise<UploadClient>;
  log: Log;
}): Promise<void> {
  const keys = await db.device.meta.where(':id').startsWith(prefix(db)).primaryKeys();
  if (keys.length === 0) return;
  const paths = keys.map((key) => key.slice(prefix(db).length));
  const { error } = await (await client()).storage.from(UPLOADS_BUCKET).remove(paths);
  if (error) return log.warn('receipts.removal_failed', { error });
  await db.device.meta.bulkDelete(keys);
}
