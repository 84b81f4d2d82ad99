import type { CompanyDatabase } from '#data/core/company-database.ts';
import { onDevice, reportHealth } from '#data/device/storage-health.ts';
import { listStoredIds, readStored } from '#data/core/stored.ts';
import { freshSyncState } from '#data/changes/sync-state.ts';
import { carryOut, outboxOf } from './sync-store.ts';

/**
 * Brings documents and outbox together when a database is opened: a write that a crash cut in two is finished (SYNC-1), and a database that
 * the browser lost and reopened empty is recognised and loaded afresh (SYNC-18). The outbox, with the unsynced work, stays as it is.
 */
export async function repairCompany(db: CompanyDatabase): Promise<void> {
  await db.exclusive(async () => {
    await checkStorageToken(db);
    const rows = await outboxOf(db);
    for (const name of db.names) {
      const mine = rows.filter((row) => row.collection === name);
      const stored = await readStored(
        db,
        name,
        mine.map((row) => row.id),
      );
      const decided = mine
        .filter((row) => (stored.get(row.id)?.rev ?? null) !== (row.mine?.rev ?? null))
        .map((row) => ({ row, decision: { row, doc: row.mine } }));
      if (decided.length > 0) await carryOut(db, { decided });
    }
  });
}

/** The server's history is the one that this device has seen, until whenever: only what this device wrote itself can be missing in it. */
const ALL_SHARED = Number.MAX_SAFE_INTEGER;

async function checkStorageToken(db: CompanyDatabase): Promise<void> {
  const { device, companyId } = db;
  const token = await db.rx.storageToken;
  const state = await onDevice(device.sync_state.get(companyId));
  if (state?.storage_token === token) return;
  const hasDocuments = await anyDocument(db);
  // Documents from before a lost device database are of unknown age, and some may never have been sent: what the first load does not bring, and what
  // is dated after the server's version, is asked about.
  const fresh = {
    ...freshSyncState(companyId, token),
    database: db.rx.name,
    version: (state?.version ?? 0) + 1,
    snapshot: hasDocuments ? 'unknown' : null,
    ...(hasDocuments && !state ? { shared: ALL_SHARED } : {}),
    // A witness forgets nothing by losing its copy.
    ledger: state?.ledger ?? null,
    ledger_alarm: state?.ledger_alarm ?? null,
    ledger_check: state?.ledger_check ?? null,
  };
  await onDevice(device.sync_state.put(fresh));
  // A newer version of the app keeps its copy in a database of another name: nothing was lost then.
  if (state?.loaded && state.database === fresh.database) reportHealth('emptied');
}

async function anyDocument(db: CompanyDatabase): Promise<boolean> {
  for (const name of db.names) if ((await listStoredIds(db, name, '', 1)).length > 0) return true;
  return false;
}
