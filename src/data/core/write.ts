import type { Table } from 'dexie';
import type { LocalEdit } from '#data/changes/local-edit.ts';
import { isUnheardOf, type OutboxRow } from '#data/changes/outbox-row.ts';
import type { CollectionName, RecordIn } from '#domain/registry.ts';
import { AppError } from '#domain/errors.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { CompanyDatabase } from './company-database.ts';
import { type Decide, plannedEdit, type PlannedEdit, replaceRows } from './outbox-edit.ts';

/** Adds a record; one with this id that was deleted here comes back. AppError `conflict` when it exists. */
export async function insertRecord<N extends CollectionName>(
  db: CompanyDatabase,
  name: N,
  record: RecordIn<N>,
  beside?: Beside,
): Promise<RecordIn<N>> {
  const decide = (current: SyncedRecord | null) => {
    if (current) throw new AppError('conflict', { collection: name, id: record.id });
    return record;
  };
  return edit(db, name, record.id, decide, { beside }) as Promise<RecordIn<N>>;
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

/**
 * Removes a record; the server hears of it `heldMs` later. Returns the record where the server never had it and is not just being told of it, else null.
 * AppError `not_found` when there is none.
 */
export async function removeRecord<N extends CollectionName>(
  db: CompanyDatabase,
  name: N,
  id: string,
  extras: Extras = {},
): Promise<RecordIn<N> | null> {
  let unsent: SyncedRecord | null = null;
  const decide: Decide = (current, row) => {
    if (!current) throw new AppError('not_found', { collection: name, id });
    unsent = isUnheardOf(row) ? current : null;
    return null;
  };
  await edit(db, name, id, decide, extras);
  return unsent;
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

export type Extras = { readonly beside?: Beside | undefined; /** How much later the server hears of it. */ readonly heldMs?: number };

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
async function editOnce(db: CompanyDatabase, { beside, ...wish }: Edit): Promise<LocalEdit | null> {
  const plan = await plannedEdit(db, wish);
  const { change } = plan;
  if (change.row) return (await intentThenDocument(db, plan, change.row, beside)) ? change : null;
  return (await plan.isStillMine()) && (await documentThenForget(db, plan, beside)) ? change : null;
}

/** SYNC-1: a crash after the first step leaves the intent, and the intent carries the document: opening the database finishes the write. */
async function intentThenDocument(
  db: CompanyDatabase,
  { key, row, write, isStillMine }: PlannedEdit,
  intent: OutboxRow,
  beside: Beside | undefined,
): Promise<boolean> {
  if (!(await replaceRows(db, [{ key, from: row, to: intent }], also(beside, 'take')))) return false;
  try {
    await write();
  } catch (error) {
    const takenBack = replaceRows(db, [{ key, from: intent, to: row }], also(beside, 'giveBack'));
    // Nobody is told that it failed while the intent stands, or is on its way: it will be sent, and opening the database puts down the document.
    if (await takenBack.catch(async () => !(await isStillMine()))) throw error;
  }
  return true;
}

/** SYNC-2: nothing is left to tell the server. The other order could leave a document that nobody owns. */
async function documentThenForget(db: CompanyDatabase, { key, row, write }: PlannedEdit, beside: Beside | undefined): Promise<boolean> {
  await write();
  return replaceRows(db, row ? [{ key, from: row, to: undefined }] : [], also(beside, 'take'));
}

const also = (beside: Beside | undefined, what: 'take' | 'giveBack') =>
  beside && { table: beside.table, write: async () => beside[what]() };
