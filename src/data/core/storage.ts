import { type BulkWriteRow, categorizeBulkWriteRows, type EventBulk, now, type RxStorage, type RxStorageDefaultCheckpoint } from 'rxdb';
import { getRxStorageDexie, type RxStorageInstanceDexie } from 'rxdb/plugins/storage-dexie';
import type { Subject } from 'rxjs';
import { reportHealth } from '#data/device/storage-health.ts';
import { AppError } from '#domain/errors.ts';
import type { Sums } from '#domain/reports/cell.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { answer, type Codec, codecFor, runQuery, type Stored } from './fast-query.ts';
import { makeTally, prepareTally, readTally, TALLY_STORE, type Tally } from './tally.ts';

/**
 * The storage of company databases: the free Dexie storage with its slow paths replaced, same layout on disk. Only public methods are
 * replaced, so the stock storage opens the same data. Why, and what it gains: `decisions/0002-storage.md`. Collections with a tally keep
 * their sums per month beside the documents.
 */
export function companyStorage(tallyOf: (collection: string) => Tally | undefined = () => undefined): RxStorage<unknown, unknown> {
  const storage = getRxStorageDexie({ cache: 'disabled' });
  const create = storage.createStorageInstance.bind(storage);
  storage.createStorageInstance = (async (params: never) =>
    fast((await create(params)) as unknown as Instance, tallyOf)) as unknown as typeof storage.createStorageInstance;
  return storage as unknown as RxStorage<unknown, unknown>;
}

type Instance = RxStorageInstanceDexie<SyncedRecord>;
type Rows = BulkWriteRow<SyncedRecord>[];
type Internals = Awaited<Instance['internals']>;

/** Reads the sums of an open instance. */
const sumReaders = new WeakMap<object, () => Promise<Sums>>();

/** The sums of a collection that has a tally and lies in IndexedDB; null for any other. */
export const sumsOf = (instance: object): Promise<Sums> | null => sumReaders.get(instance)?.() ?? null;

function fast(instance: Instance, tallyOf: (collection: string) => Tally | undefined): Instance {
  const tally = tallyOf(instance.collectionName);
  const stock = instance.bulkWrite.bind(instance);
  const remove = instance.remove.bind(instance);
  let codec: Codec | undefined;
  // Whoever closed it knows: nothing is wrong with the storage.
  const closed = () =>
    new AppError('storage_failed', {}, { cause: new DOMException(`${instance.databaseName} is closed`, 'DatabaseClosedError') });
  const opened = async (): Promise<{ internals: Internals; codec: Codec }> => {
    if (instance.closed) throw closed();
    const internals = await instance.internals;
    codec ??= codecFor(internals.booleanIndexes);
    return { internals, codec };
  };
  const transaction = ({ dexieDb }: Internals, mode: IDBTransactionMode, stores: readonly string[] = ['docs']) => {
    const database = dexieDb.backendDB() as IDBDatabase | null;
    if (database) return database.transaction(stores, mode, { durability: 'relaxed' });
    // Not by us: the browser, or a person who clears its data, took it away. Opened anew it would be empty.
    if (!instance.closed) reportHealth('closed');
    throw closed();
  };
  instance.internals.then(
    ({ dexieDb }) =>
      dexieDb.on('versionchange', () => {
        dexieDb.close();
        reportHealth('closed');
        return false; // else Dexie would open it anew, empty, for whoever counts its documents
      }),
    () => undefined, // whoever uses it is told
  );
  const both = tally ? ['docs', TALLY_STORE] : ['docs'];

  instance.query = async ({ query }) => {
    const { internals, codec: used } = await opened();
    const store = transaction(internals, 'readonly').objectStore('docs');
    return { documents: (await runQuery(store, instance.schema as never, query as never, used)) as never };
  };
  instance.findDocumentsById = async (ids, withDeleted) => {
    const { internals, codec: used } = await opened();
    const docs = await getAll(transaction(internals, 'readonly').objectStore('docs'), ids, used);
    return docs.filter((doc) => withDeleted || !doc._deleted);
  };
  instance.bulkWrite = async (rows, context) => {
    const { internals, codec: used } = await opened();
    if (rows.some(({ document }) => Object.keys(document._attachments ?? {}).length > 0)) return stock(rows, context);
    const tx = transaction(internals, 'readwrite', both);
    return write({ instance, tx, codec: used, tally }, rows, context);
  };
  instance.cleanup = async (minimumDeletedTime) => {
    const { internals } = await opened();
    return cleanUp(transaction(internals, 'readwrite'), instance.primaryPath, now() - minimumDeletedTime);
  };
  instance.remove = async () => {
    const { internals } = await opened();
    const { name } = internals.dexieDb;
    await remove(); // the stock one leaves an empty database behind
    await deleteDatabase(name);
  };
  if (tally) {
    sumReaders.set(instance, async () => {
      const { internals, codec: used } = await opened();
      const known = await readTally(transaction(internals, 'readonly', [TALLY_STORE]));
      if (known) return known;
      const tx = transaction(internals, 'readwrite', both);
      const made = completion(tx);
      made.catch(() => undefined);
      await makeTally(tx, tally, used);
      await made;
      return (await readTally(transaction(internals, 'readonly', [TALLY_STORE]))) ?? new Map();
    });
  }
  return instance;
}

type Writing = { readonly instance: Instance; readonly tx: IDBTransaction; readonly codec: Codec; readonly tally: Tally | undefined };

/** RxDB gives a document it believes to be new without `previous`: reading what is not there would cost as much as writing it. */
async function write({ instance, tx, codec, tally }: Writing, rows: Rows, context: string) {
  const store = tx.objectStore('docs');
  const finished = completion(tx);
  finished.catch(() => undefined);
  const ids = rows.map(({ document }) => idOf(instance, document));
  const areNew = rows.every((row) => row.previous === undefined);
  const isEmpty = areNew && (await answer(store.count(IDBKeyRange.bound(...extremes(ids))))) === 0;
  const known = isEmpty ? [] : await getAll(store, ids, codec);
  const before = new Map(known.map((doc) => [idOf(instance, doc), doc]));
  const sorted = categorizeBulkWriteRows(instance as never, instance.primaryPath as never, before as never, rows as never, context);
  const written = [...sorted.bulkInsertDocs, ...sorted.bulkUpdateDocs].map(({ document }) => document as unknown as Stored);
  const changes = written.map((after) => ({ before: before.get(idOf(instance, after)), after }));
  const keepTally = tally && written.length > 0 ? await prepareTally(tx, tally, changes) : undefined;
  for (const document of written) store.put(codec.store(document));
  keepTally?.();
  tx.commit();
  await finished;
  tell(instance, sorted as never);
  return { error: sorted.errors as never };
}

/** What the storage knows a document by: its id, on a shelf its key. */
const idOf = ({ primaryPath }: Instance, document: object): string => (document as Record<string, string>)[primaryPath] ?? '';

/** The lowest and highest id of the rows: if nothing is stored between, all of them are new. */
function extremes(ids: readonly string[]): [string, string] {
  return [ids.reduce((a, b) => (a < b ? a : b), ids[0] ?? ''), ids.reduce((a, b) => (a > b ? a : b), '')];
}

type Sorted = { eventBulk: EventBulk<never, RxStorageDefaultCheckpoint>; newestRow?: { document: Stored } };

/** Tells queries and other tabs, as the stock storage does. */
function tell(instance: Instance, { eventBulk, newestRow }: Sorted): void {
  if (eventBulk.events.length === 0 || !newestRow) return;
  eventBulk.checkpoint = { id: idOf(instance, newestRow.document), lwt: newestRow.document._meta.lwt };
  (instance as unknown as { changes$: Subject<typeof eventBulk> }).changes$.next(eventBulk);
}

async function getAll(store: IDBObjectStore, ids: readonly string[], codec: Codec): Promise<Stored[]> {
  const requests = ids.map((id) => store.get(id) as IDBRequest<Record<string, unknown> | undefined>);
  const last = requests.at(-1);
  if (!last) return [];
  await answer(last);
  return requests.flatMap(({ result }) => (result ? [codec.revive(result)] : []));
}

const CLEANED_AT_ONCE = 5000;

/** Removes tombstones older than `before` through the index of deleted rows. True when none are left. */
async function cleanUp(tx: IDBTransaction, primary: string, before: number): Promise<boolean> {
  const store = tx.objectStore('docs');
  const finished = completion(tx);
  const deleted = IDBKeyRange.bound(['1', ''], ['1', String.fromCharCode(65535)]);
  const rows = (await answer(store.index(`[_deleted+${primary}]`).getAll(deleted, CLEANED_AT_ONCE))) as Stored[];
  const old = rows.filter((row) => row._meta.lwt < before);
  for (const row of old) store.delete((row as unknown as Record<string, string>)[primary] ?? '');
  await finished;
  return rows.length < CLEANED_AT_ONCE || old.length === 0;
}

function completion(tx: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error ?? new DOMException('aborted', 'AbortError'));
    tx.onerror = () => reject(tx.error ?? new DOMException('failed', 'UnknownError'));
  });
}

/** Deletes an IndexedDB database; a tab that still holds it delays that until it lets go. */
export function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onblocked = () => resolve();
    request.onerror = () => reject(request.error ?? new DOMException('not deleted'));
  });
}
