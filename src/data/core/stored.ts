import { type CollectionName, type RecordIn, registry } from '#domain/registry.ts';
import { AppError } from '#domain/errors.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { OutboxRow } from '#data/changes/outbox-row.ts';
import type { CompanyDatabase } from './company-database.ts';
import { completed, toRecord, toStored } from './stored-form.ts';
import { preparedQuery, type Stored } from './fast-query.ts';
import { sameValue } from '#data/changes/same-value.ts';
import { reportRecovery, toStorageError } from '#data/device/storage-health.ts';

/** What shall stand in the collection afterwards: id → the record, or null for none. */
export type StoredTargets = ReadonlyMap<string, SyncedRecord | null>;

/** Documents as they lie on disk, tombstones too. */
export type StoredDocuments = ReadonlyMap<string, Stored>;
/** None of the documents is expected on disk. */
export const NOTHING_STORED: StoredDocuments = new Map();

/** Reads records from disk. RxDB's own cache may lag behind another tab's write, so nothing that decides reads from it. */
export async function readStored<N extends CollectionName>(
  db: CompanyDatabase,
  name: N,
  ids: readonly string[],
): Promise<Map<string, RecordIn<N>>> {
  return recordsOf(name, await findStored(db, name, ids));
}

/** The records among the documents. */
export function recordsOf<N extends CollectionName>(name: N, documents: StoredDocuments): Map<string, RecordIn<N>> {
  const records = new Map<string, RecordIn<N>>();
  for (const [id, doc] of documents) if (!doc._deleted) records.set(id, toRecord(registry[name], doc) as unknown as RecordIn<N>);
  return records;
}

/** Reads documents from disk, for who goes on to replace them. */
export async function findStored(db: CompanyDatabase, name: CollectionName, ids: readonly string[]): Promise<StoredDocuments> {
  if (ids.length === 0) return NOTHING_STORED;
  try {
    const docs = await instanceOf(db, name).findDocumentsById([...ids], true);
    return new Map(docs.map((doc) => [doc.id, doc]));
  } catch (error) {
    throw toStorageError(error);
  }
}

/** Makes the documents equal to the targets, and leaves alone what already is. Call it inside `db.exclusive`. AppError `conflict`, should another writer slip in. */
export async function writeStored(db: CompanyDatabase, name: CollectionName, targets: StoredTargets): Promise<void> {
  const { missed } = await putStored(db, name, targets, await findStored(db, name, [...targets.keys()]));
  if (missed.length > 0) throw new AppError('conflict', { collection: name, ids: missed });
}

/** How many documents were written, and the ids of those that are no longer as they were taken to be. */
export type PutDown = { readonly written: number; readonly missed: readonly string[] };

/**
 * Makes the documents equal to the targets. Each write names the version it replaces, the one in `known`; where another stands there now, nothing is
 * changed. Of those whose intent ends or gives way (`ended`: the outbox row) one is written even if it is as it shall be: what was decided on for that
 * intent and comes late meets another version (SYNC-42).
 */
export async function putStored(
  db: CompanyDatabase,
  name: CollectionName,
  targets: StoredTargets,
  known: StoredDocuments,
  ended: ReadonlyMap<string, OutboxRow> = new Map(),
): Promise<PutDown> {
  const rows = [...targets].flatMap(([id, target]) => {
    const row = rowFor(name, known.get(id), target, ended.get(id));
    return row ? [known === NOTHING_STORED ? { document: row.document } : row] : [];
  });
  if (rows.length === 0) return { written: 0, missed: [] };
  const { error } = await instanceOf(db, name)
    .bulkWrite(rows, 'kontor-write')
    .catch((cause: unknown) => {
      throw toStorageError(cause);
    });
  reportRecovery();
  return { written: rows.length - error.length, missed: error.map((each) => each.documentId) };
}

/** Ids of stored documents in order, the next `limit` after `after`. */
export async function listStoredIds(db: CompanyDatabase, name: CollectionName, after: string, limit: number): Promise<string[]> {
  const instance = instanceOf(db, name);
  const query = { selector: { id: { $gt: after }, _deleted: { $eq: false } }, sort: [{ id: 'asc' as const }], limit, skip: 0 };
  const { documents } = await instance.query(preparedQuery(instance.schema, query)).catch((error: unknown) => {
    throw toStorageError(error);
  });
  return documents.map((doc) => doc.id);
}

/** Forgets the tombstones that RxDB keeps of documents deleted longer ago; sync does not need them. */
export async function forgetTombstones(db: CompanyDatabase, name: CollectionName, olderThanMs: number): Promise<void> {
  const instance = instanceOf(db, name);
  while (!(await instance.cleanup(olderThanMs)));
}

function rowFor(name: CollectionName, existing: Stored | undefined, target: SyncedRecord | null, ended?: OutboxRow) {
  const spec = registry[name];
  const isThere = existing !== undefined && !existing._deleted;
  if (target === null && existing) return isThere || ended ? { previous: existing, document: { ...existing, _deleted: true } } : null;
  const given = target ?? ended?.mine; // of what is not there yet, a tombstone
  if (!given) return null;
  const record = completed(spec, given);
  if (isThere && !ended && existing.rev === record.rev && sameValue(toRecord(spec, existing), record)) return null;
  const document = {
    ...toStored(spec, record),
    _deleted: target === null,
    _attachments: {},
    _meta: existing?._meta ?? { lwt: 1 },
    _rev: existing?._rev ?? '',
  };
  // RxDB makes a write that names no version anew on top of a tombstone.
  return { previous: existing ?? { ...document, _deleted: true, _rev: '0-none' }, document };
}

/** The storage below the collection: it still numbers revisions and tells queries and other tabs, but neither caches nor runs hooks. */
const instanceOf = (db: CompanyDatabase, name: CollectionName) => db.collections[name].storageInstance;
