import type { CompanyDatabase } from '#data/core/company-database.ts';
import { readStored } from '#data/core/stored.ts';
import { outboxKey } from '#data/device/outbox-row.ts';
import type { Log } from '#platform/log/log.ts';
import { UPLOADS_BUCKET, type UploadClient } from './upload-outcome.ts';

const prefix = (db: CompanyDatabase) => `remove-object:${db.companyId}:`;

/** Notes that the stored object at `path` has to go; survives a crash, done by the leader. */
export async function queueRemoval(db: CompanyDatabase, path: string): Promise<void> {
  await db.device.meta.put({ path }, `${prefix(db)}${path}`);
}

/** A receipt's path ends with its record's id and the ending of its type. */
const recordIdOf = (key: string) => key.slice(key.lastIndexOf('/') + 1).replace(/\.[a-z]+$/, '');

/**
 * Removes the noted objects whose record is gone for good; returns whether some still wait for that. A removal may be refused, or meet somebody
 * else's change: then the record comes back, and its bytes must still be there. An object that the server refuses to remove is not asked for
 * again: its record is gone, nobody can open it.
 */
export async function finishRemovals({
  db,
  client,
  log,
}: {
  db: CompanyDatabase;
  client: () => Promise<UploadClient>;
  log: Log;
}): Promise<boolean> {
  const keys = await db.device.meta.where(':id').startsWith(prefix(db)).primaryKeys();
  if (keys.length === 0) return false;
  const ids = keys.map(recordIdOf);
  const unsynced = await db.device.outbox.bulkGet(ids.map((id) => outboxKey('files', id)));
  const stored = await readStored(db, 'files', ids);
  const isLeft = (_: string, index: number) => unsynced[index] === undefined;
  const cameBack = keys.filter((key, index) => isLeft(key, index) && stored.has(ids[index] ?? ''));
  const gone = keys.filter((key, index) => isLeft(key, index) && !stored.has(ids[index] ?? ''));
  await db.device.meta.bulkDelete(cameBack);
  if (gone.length > 0) {
    const { error } = await (await client()).storage.from(UPLOADS_BUCKET).remove(gone.map((key) => key.slice(prefix(db).length)));
    if (error) log.warn('receipts.removal_failed', { error });
    else await db.device.meta.bulkDelete(gone);
  }
  return cameBack.length + gone.length < keys.length;
}
