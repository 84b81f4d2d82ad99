import type { Table } from 'dexie';
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

/**
 * What is written together with the intent, whole or not at all: a number that is used up with the invoice that carries it. `read` looks before each
 * decision; `take` and `giveBack` run inside the transaction of the outbox. `take` says false when somebody was faster: then it is decided again.
 */
export type Beside = {
  readonly table: Table;
  read(): Promise<void>;
  take(): Promise<boolean>;
  giveBack(): Promise<void>;
};

/** Changes a record; `change` gets the newest version on this device. AppError `not_found` when there is none. */
export async function changeRecord<N extends CollectionName>(
  db: CompanyDatabase,
  name: N,
  id: string,
  change: (current: RecordIn<N>) => RecordIn<N>,
  beside?: Beside,
): Promise<RecordIn<N>> {
  const decide = (current: SyncedRecord | null) => {
    if (!current) throw new AppError('not_found', { collection: name, id });
    return change(current as RecordIn<N>);
  };
  return edit(db, name, id, decide, { beside }) as Promise<RecordIn<N>>;
}

/** Removes a record; the server hears of it `heldMs` later. AppError `not_found` when there is none. */
export async function removeRecord(db: CompanyDatabase, name: CollectionName, id: string, heldMs = 0): Promise<void> {
  const decide = (current: SyncedRecord | null) => {
    if (!current) throw new AppError('not_found', { collection: name, id });
    return null;
  };
  await edit(db, name, id, decide, { heldMs });
}

/** Takes back a delete; AppError `too_late` once the server has heard of it (SYNC-83). `unsent`: the record, where the server never had it. */
export async function takeBackDelete(db: CompanyDatabase, name: CollectionName, id: string, unsent: SyncedRecord | null): Promise<void> {
  await edit(db, name, id, (current, row) => {
    if (current) throw new AppError('conflict', { collection: name, id });
    const dropped = row?.flight?.op === 'delete' ? undefined : (row?.dropped ?? unsent);
    if (!dropped) throw new AppError('too_late', { collection: name, id });
    return dropped;
  });
}

type Decide = (current: SyncedRecord | null, row: OutboxRow | undefined) => SyncedRecord | null;

type Extras = { readonly beside?: Beside | undefined; /** How much later the server hears of it. */ readonly heldMs?: number };

async function edit(
  db: CompanyDatabase,
  name: CollectionName,
  id: string,
  decide: Decide,
  { beside, heldMs = 0 }: Extras = {},
): Promise<SyncedRecord | null> {
  for (;;) {
    const edited = await db.exclusive(async () => {
      await beside?.read();
      return editOnce(db, { name, id, decide, beside, heldMs });
    });
    if (edited) return edited.doc;
  }
}

type Edit = {
  readonly name: CollectionName;
  readonly id: string;
  readonly decide: Decide;
  readonly beside: Beside | undefined;
  readonly heldMs: number;
};

/** Null: another tab, which did not wait for the lock, wrote in between, and it has to be decided again (SYNC-41). */
async function editOnce(db: CompanyDatabase, { name, id, decide, beside, heldMs }: Edit): Promise<LocalEdit | null> {
  const { outbox } = db.device;
  const key = outboxKey(name, id);
  const [row, known] = await Promise.all([storageCall(outbox.get(key)), findStored(db, name, [id])]);
  const stored = row ? null : (recordsOf(name, known).get(id) ?? null);
  const decided = decide(structuredClone(row ? row.mine : stored), row);
  const now = db.clock.now();
  const at = now.toISOString();
  const rev = db.newRev();
  const next = decided && { ...storable(toRecord(registry[name], decided)), id, company_id: db.companyId, updated_at: at, rev };
  const change = locallyEdited({
    companyId: db.companyId,
    collection: name,
    id,
    row: row ?? null,
    stored,
    next,
    rev,
    at,
    ...(heldMs > 0 && { heldUntil: new Date(now.getTime() + heldMs).toISOString() }),
  });
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
  if (change.row) return (await intentThenDocument(db, { intent: change.row, before: row, write, beside })) ? change : null;
  return (await isStillMine()) && (await documentThenForget(db, row, write)) ? change : null;
}

/** SYNC-1: a crash after the first step leaves the intent, and the intent carries the document: opening the database finishes the write. */
async function intentThenDocument(
  db: CompanyDatabase,
  {
    intent,
    before,
    write,
    beside,
  }: {
    readonly intent: OutboxRow;
    readonly before: OutboxRow | undefined;
    readonly write: () => Promise<void>;
    readonly beside: Beside | undefined;
  },
): Promise<boolean> {
  if (!(await replaceRow(db, intent.key, { from: before, to: intent, beside, also: () => beside?.take() }))) return false;
  try {
    await write();
  } catch (error) {
    const back = { from: intent, to: before, beside, also: () => beside?.giveBack() };
    await replaceRow(db, intent.key, back).catch(() => undefined); // the person is told that it failed; should even this fail, the edit survives rather than vanishes
    throw error;
  }
  return true;
}

/** SYNC-2: nothing is left to tell the server. The other order could leave a document that nobody owns. */
async function documentThenForget(db: CompanyDatabase, row: OutboxRow | undefined, write: () => Promise<void>): Promise<boolean> {
  await write();
  return row ? replaceRow(db, row.key, { from: row, to: undefined }) : true;
}

type Replacement = {
  readonly from: OutboxRow | undefined;
  readonly to: OutboxRow | undefined;
  readonly beside?: Beside | undefined;
  /** What is written together with it; false leaves both as they are. */
  readonly also?: () => Promise<boolean | void> | undefined;
};

/** Puts one row in the place of another, if that one still stands there. */
function replaceRow({ device }: CompanyDatabase, key: string, { from, to, beside, also }: Replacement): Promise<boolean> {
  const { outbox } = device;
  return storageCall(
    device.transaction('rw', [outbox, ...(beside ? [beside.table] : [])], async () => {
      const now = await outbox.get(key);
      if (now?.rev !== from?.rev || now?.flight?.rev !== from?.flight?.rev) return false;
      if ((await also?.()) === false) return false;
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
