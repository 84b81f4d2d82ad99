/** IndexedDB used by hand: what the data layer is held against. */

export type Row = Record<string, unknown> & { id: string };
export type IndexSpec = { readonly name: string; readonly keyPath: string | string[] };
export type StoredRows = { readonly rows: Row[]; readonly indexes: readonly IndexSpec[] };

const RAW = 'bench-raw';
const ROWS_PER_TRANSACTION = 1000;

export function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('request failed'));
  });
}

export function completed(tx: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onabort = () => reject(tx.error ?? new Error('aborted'));
  });
}

/** Everything the app has stored of a collection, with the indexes it has on disk. */
export async function storedRows(collection: string): Promise<StoredRows> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  const name = names.find((each) => each.startsWith('rxdb-dexie-kontor') && each.endsWith(`--${collection}`));
  if (name === undefined) throw new Error(`no stored ${collection} among ${names.join(', ')}`);
  const db = await answer(indexedDB.open(name));
  const store = db.transaction('docs').objectStore('docs');
  const indexes = [...store.indexNames].map((each) => ({ name: each, keyPath: store.index(each).keyPath }));
  const rows = (await answer(store.getAll())) as Row[];
  db.close();
  return { rows, indexes };
}

export async function openRaw(): Promise<IDBDatabase> {
  return answer(indexedDB.open(RAW));
}

/** The same rows with the same indexes, as fast as IndexedDB takes them: large transactions, nothing awaited in between. */
export async function insertRaw({ rows, indexes }: StoredRows): Promise<number> {
  await answer(indexedDB.deleteDatabase(RAW));
  const opening = indexedDB.open(RAW, 1);
  opening.onupgradeneeded = () => {
    const store = opening.result.createObjectStore('docs', { keyPath: 'id' });
    for (const { name, keyPath } of indexes) store.createIndex(name, keyPath);
  };
  const db = await answer(opening);
  const start = performance.now();
  for (let from = 0; from < rows.length; from += ROWS_PER_TRANSACTION) {
    const tx = db.transaction('docs', 'readwrite', { durability: 'relaxed' });
    const store = tx.objectStore('docs');
    for (const row of rows.slice(from, from + ROWS_PER_TRANSACTION)) store.put(row);
    await completed(tx);
  }
  const ms = performance.now() - start;
  db.close();
  return ms;
}

export type RawPage = {
  /** Fields of the index after `_deleted`. */
  readonly fields: readonly string[];
  /** Values the first fields must have. */
  readonly prefix?: readonly string[];
  /** Bounds, both inclusive, of the field after the prefix. */
  readonly between?: readonly [string, string];
  readonly direction: 'next' | 'prev';
};

type RecordsIndex = IDBIndex & {
  getAllRecords?(options: { query: IDBKeyRange; count: number; direction: 'prev' }): IDBRequest<{ value: Row }[]>;
};

/** A page by index, by the shortest way this browser has. */
export async function rawPage(db: IDBDatabase, { fields, prefix = [], between, direction }: RawPage, limit: number): Promise<Row[]> {
  const index: RecordsIndex = db
    .transaction('docs')
    .objectStore('docs')
    .index(`[${['_deleted', ...fields, 'id'].join('+')}]`);
  const start = ['0', ...prefix];
  // An array sorts after every string and number.
  const range = IDBKeyRange.bound([...start, ...(between ? [between[0]] : [])], [...start, ...(between ? [between[1]] : []), []]);
  if (direction === 'next') return (await answer(index.getAll(range, limit))) as Row[];
  if (index.getAllRecords) return (await answer(index.getAllRecords({ query: range, count: limit, direction }))).map(({ value }) => value);
  return new Promise((resolve, reject) => {
    const rows: Row[] = [];
    const request = index.openCursor(range, 'prev');
    request.onerror = () => reject(request.error ?? new Error('cursor failed'));
    request.onsuccess = () => {
      const cursor = request.result;
      if (cursor) rows.push(cursor.value as Row);
      if (!cursor || rows.length === limit) resolve(rows);
      else cursor.continue();
    };
  });
}

/** Writes one record again, as something always has been written before a list is read again. */
export async function touchRaw(db: IDBDatabase): Promise<void> {
  const tx = db.transaction('docs', 'readwrite', { durability: 'relaxed' });
  const store = tx.objectStore('docs');
  const [row] = (await answer(store.getAll(null, 1))) as Row[];
  store.put({ ...row, rev: `bench-${performance.now()}` });
  await completed(tx);
}
