import { type CollectionName, type RecordIn, registry } from '#domain/registry.ts';
import { AppError } from '#domain/errors.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { CompanyDatabase } from './company-database.ts';
import { toRecord, toStored } from './stored-form.ts';
import { preparedQuery, type Stored } from './fast-query.ts';
import { sameValue } from '#data/changes/same-value.ts';
import { reportRecovery, toStorageError } from '#data/device/storage-health.ts';

/** What shall stand in the collection afterwards: id → the record, or null for none. */
export type Targets = ReadonlyMap<string, SyncedRecord | null>;

/** Documents as they lie on disk, tombstones too. */
export type StoredDocuments = ReadonlyMap<string, Stored>;
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

/**
 * Makes the documents equal to the targets, and leaves alone what already is. Call it inside `db.exclusive`.
 * Each write names the version it replaces: should another writer have slipped in, it refuses with `conflict` and changes nothing of that document.
 * `known` spares the look: what it does not have is taken to be new. Where that was wrong, the look is made up for, if `isStillMine`.
 */
export async function writeStored(
  db: CompanyDatabase,
  name: CollectionName,
  targets: Targets,
  known?: StoredDocuments,
  isStillMine: () => Promise<boolean> = async () => true,
): Promise<void> {
  const toRead = [...targets].flatMap(([id, target]) => (known && (target !== null || known.has(id)) ? [] : [id]));
  const existing = new Map([...(known ?? []), ...(await findStored(db, name, toRead))]);
  const rows = [...targets].flatMap(([id, target]) => {
    const row = rowFor(name, existing.get(id), target);
    return row ? [row] : [];
  });
  if (rows.length === 0) return;
  const result = await instanceOf(db, name)
    .bulkWrite(rows, 'kontor-write')
    .catch((error: unknown) => {
      throw toStorageError(error);
    });
  reportRecovery();
  if (result.error.length > 0 && known) return (await isStillMine()) ? writeStored(db, name, targets) : undefined;
  if (result.error.length > 0) throw new AppError('conflict', { collection: name, ids: result.error.map((each) => each.documentId) });
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

function rowFor(name: CollectionName, existing: Stored | undefined, target: SyncedRecord | null) {
  const isThere = existing !== undefined && !existing._deleted;
  if (target === null) return isThere ? { previous: existing, document: { ...existing, _deleted: true } } : null;
  const spec = registry[name];
  if (isThere && existing.rev === target.rev && sameValue(toRecord(spec, existing), target)) return null;
  const document = {
    ...toStored(spec, target),
    _deleted: false,
    _attachments: {},
    _meta: existing?._meta ?? { lwt: 1 },
    _rev: existing?._rev ?? '',
  };
  return existing ? { previous: existing, document } : { document };
}

/** The storage below the collection: it still numbers revisions and tells queries and other tabs, but neither caches nor runs hooks. */
const instanceOf = (db: CompanyDatabase, name: CollectionName) => db.collections[name].storageInstance;
