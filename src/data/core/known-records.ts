import { outboxKey } from '#data/changes/outbox-row.ts';
import type { CollectionName, RecordIn } from '#domain/registry.ts';
import type { CompanyDatabase } from './company-database.ts';
import { readStored } from './stored.ts';

/** The record in the person's own version of it; null when this device has none, or the person deleted it. */
export async function recordHere<N extends CollectionName>(db: CompanyDatabase, collection: N, id: string): Promise<RecordIn<N> | null> {
  const unsynced = await db.device.outbox.get(outboxKey(collection, id));
  return (unsynced ? unsynced.mine : ((await readStored(db, collection, [id])).get(id) ?? null)) as RecordIn<N> | null;
}

/** Whether all records are here: one that is missing in a local database that was emptied, or begun anew, may still come. */
export async function isLoaded(db: CompanyDatabase): Promise<boolean> {
  const state = await db.device.sync_state.get(db.companyId);
  return state?.loaded === true && state.snapshot === null && state.storage_token === (await db.rx.storageToken);
}
