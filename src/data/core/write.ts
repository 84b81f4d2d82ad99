import { type OutboxRow, outboxKey } from '#data/changes/outbox-row.ts';
import { type CollectionName, type RecordIn, registry } from '#domain/registry.ts';
import { AppError } from '#domain/errors.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { CompanyDatabase } from './company-database.ts';
import { toRecord } from './stored-form.ts';
import { type LocalEdit, locallyEdited } from '#data/changes/local-edit.ts';
import { storable } from '#data/changes/storable.ts';
import { toStorageError } from '#data/device/storage-health.ts';
import { findStored, putStored, recordsOf } from './stored.ts';

/** Adds a record; one with this id that was deleted here comes back. AppError `conflict` when it exists. */
export async function insertRecord<N extends CollectionName>(db: CompanyDatabase, name: N, record: RecordIn<N>): Promise<RecordIn<N>> {
  return edit(db, name, record.id, (current) => {
    if (current) throw new AppError('conflict', { collection: name, id: record.id });
    return record;
  }) as Promise<RecordIn<N>>;
}

/**
 * Brings back a record that was deleted on this device. While the server has not heard of the delete, exactly what was deleted comes back, whatever
 * older version `record` is; afterwards `record` becomes a new record of the same id.
 */
export async function restoreRecord<N extends CollectionName>(db: CompanyDatabase, name: N, record: RecordIn<N>): Promise<RecordIn<N>> {
  return edit(db, name, record.id, (current, row) => {
    if (current) throw new AppError('conflict', { collection: name, id: record.id });
    return row?.dropped ?? record;
  }) as Promise<RecordIn<N>>;
}

/** Changes a record; `change` gets the newest version on this device. AppError `not_found` when there is none. */
export async function changeRecord<N extends CollectionName>(
  db: CompanyDatabase,
  name: N,
  id: string,
  change: (current: RecordIn<N>) => RecordIn<N>,
): Promise<RecordIn<N>> {
  return edit(db, name, id, (current) => {
    if (!current) throw new AppError('not_found', { collection: name, id });
    return change(current as RecordIn<N>);
  }) as Promise<RecordIn<N>>;
}

/** Removes a record. AppError `not_found` when there is none. */
export async function removeRecord(db: CompanyDatabase, name: CollectionName, id: string): Promise<void> {
  await edit(db, name, id, (current) => {
    if (!current) throw new AppError('not_found', { collection: name, id });
    return null;
  });
}

type Decide = (current: SyncedRecord | null, row: OutboxRow | undefined) => SyncedRecord | null;

async function edit(db: CompanyDatabase, name: CollectionName, id: string, decide: Decide): Promise<SyncedRecord | null> {
  for (;;) {
    const edited = await db.exclusive(() => editOnce(db, name, id, decide));
    if (edited) return edited.doc;
  }
}

/** Null: another tab, which did not wait for the lock, wrote in between, and it has to be decided again (SYNC-41). */
async function editOnce(db: CompanyDatabase, name: CollectionName, id: string, decide: Decide): Promise<LocalEdit | null> {
  const { outbox } = db.device;
  const key = outboxKey(name, id);
  const [row, known] = await Promise.all([storageCall(outbox.get(key)), findStored(db, name, [id])]);
  const stored = row ? null : (recordsOf(name, known).get(id) ?? null);
  const decided = decide(structuredClone(row ? row.mine : stored), row);
  const at = db.clock.now().toISOString();
  const rev = db.newRev();
  const next = decided && { ...storable(toRecord(registry[name], decided)), id, company_id: db.companyId, updated_at: at, rev };
  const change = locallyEdited({ companyId: db.companyId, collection: name, id, row: row ?? null, stored, next, rev, at });
  // Who wrote or settled it since has put down the document too: the newer one (SYNC-42).
  const isStillMine = async () => (await storageCall(outbox.get(key)))?.rev === (change.row ?? row)?.rev;
  const targets = new Map([[id, change.doc]]);
  const ended = new Map(row && [[id, row]]);
  const write = async () => {
    for (let seen = known; (await putStored(db, name, targets, seen, ended)).missed.length > 0;) {
      seen = await findStored(db, name, [id]);
      if (!(await isStillMine())) return;
    }
  };
  if (change.row) return (await intentThenDocument(db, change.row, row, write)) ? change : null;
  return (await isStillMine()) && (await documentThenForget(db, row, write)) ? change : null;
}

/** SYNC-1: a crash after the first step leaves the intent, and the intent carries the document: opening the database finishes the write. */
async function intentThenDocument(
  db: CompanyDatabase,
  intent: OutboxRow,
  before: OutboxRow | undefined,
  write: () => Promise<void>,
): Promise<boolean> {
  if (!(await replaceRow(db, intent.key, before, intent))) return false;
  try {
    await write();
  } catch (error) {
    await replaceRow(db, intent.key, intent, before).catch(() => undefined); // the person is told that it failed; should even this fail, the edit survives rather than vanishes
    throw error;
  }
  return true;
}

/** SYNC-2: nothing is left to tell the server. The other order could leave a document that nobody owns. */
async function documentThenForget(db: CompanyDatabase, row: OutboxRow | undefined, write: () => Promise<void>): Promise<boolean> {
  await write();
  return row ? replaceRow(db, row.key, row, undefined) : true;
}

/** Puts one row in the place of another, if that one still stands there. */
function replaceRow({ device }: CompanyDatabase, key: string, from: OutboxRow | undefined, to: OutboxRow | undefined): Promise<boolean> {
  const { outbox } = device;
  return storageCall(
    device.transaction('rw', outbox, async () => {
      const now = await outbox.get(key);
      if (now?.rev !== from?.rev || now?.flight?.rev !== from?.flight?.rev) return false;
      await (to ? outbox.put(to) : outbox.delete(key));
      return true;
    }),
  );
}

async function storageCall<T>(call: PromiseLike<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw toStorageError(error);
  }
}
