import {
  type FilledMangoQuery,
  getPrimaryFieldOfPrimaryKey,
  getQueryPlan,
  getSortComparator,
  type MangoQuery,
  normalizeMangoQuery,
  type PreparedQuery,
  type RxDocumentData,
  type RxJsonSchema,
  type RxQueryPlan,
} from 'rxdb';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { getMingoQuery } from './mango-query.ts';

export type Stored = RxDocumentData<SyncedRecord>;
type Schema = RxJsonSchema<Stored>;
type Query = FilledMangoQuery<SyncedRecord>;
type Plan = { readonly plan: RxQueryPlan; readonly direction: 'next' | 'prev' };

/** A query as a storage takes it. Ours makes its own plan; any other asks for RxDB's. */
export function preparedQuery(schema: Schema, mango: object): PreparedQuery<Stored> {
  const query = normalizeMangoQuery(schema, mango as MangoQuery<Stored>);
  return {
    query,
    get queryPlan() {
      return getQueryPlan(schema, query);
    },
  };
}

/** RxDB's stand-ins for "below everything" and "above everything" in a plan. */
const LOWEST = Number.MIN_SAFE_INTEGER;
const HIGHEST = String.fromCharCode(65535);
const CHUNK = 2000;
/** A page after a row meets that row's ties before its own rows. */
const TIES = 8;
const SORTED_AT_MOST = 2000;

/**
 * RxDB's plan. A descending sort is planned as the ascending one and read backwards: its planner never does that and sorts in memory.
 * The index of ids, which every store has, is among those to choose from.
 */
export function planOf(schema: Schema, query: Query): Plan {
  const isAllDescending = query.sort.length > 0 && query.sort.every((part) => Object.values(part)[0] === 'desc');
  const sort = isAllDescending ? query.sort.map((part) => ({ [fieldOf(part)]: 'asc' })) : query.sort;
  const plan = getQueryPlan(withIds(schema), { ...query, sort } as never);
  return { plan, direction: isAllDescending && plan.sortSatisfiedByIndex ? 'prev' : 'next' };
}

const fieldOf = (part: object) => Object.keys(part)[0] ?? 'id';

const known = new WeakMap<Schema, Schema>();
function withIds(schema: Schema): Schema {
  const before = known.get(schema);
  if (before) return before;
  const made = { ...schema, indexes: [['_deleted', getPrimaryFieldOfPrimaryKey(schema.primaryKey)], ...(schema.indexes ?? [])] };
  known.set(schema, made);
  return made;
}

/** Where sorting would mean reading thousands of rows for a page, the rows are read in the sort's order, and those that do not match left out. */
async function planFor(store: IDBObjectStore, schema: Schema, query: Query, codec: Codec): Promise<Plan> {
  const best = planOf(schema, query);
  const range = rangeOf(best.plan, codec.booleans);
  if (best.plan.sortSatisfiedByIndex || query.limit === undefined || !range) return best;
  const order = ['_deleted', ...query.sort.map(fieldOf)];
  if (!withIds(schema).indexes?.some((index) => String(index) === String(order))) return best;
  const keys = await answer(indexOf(store, best.plan).getAllKeys(range, SORTED_AT_MOST));
  return keys.length < SORTED_AT_MOST ? best : planOf(schema, { ...query, index: order } as Query);
}

const indexOf = (store: IDBObjectStore, { index }: RxQueryPlan): RecordsIndex => store.index(`[${index.join('+')}]`);

/** Documents of a query, in chunks instead of one cursor step per row. `revive` turns a row of the object store into a document. */
export async function runQuery(store: IDBObjectStore, schema: Schema, query: Query, codec: Codec): Promise<Stored[]> {
  const skip = query.skip ?? 0;
  const wanted = typeof query.limit === 'number' ? skip + query.limit : Infinity;
  if (wanted === 0) return [];
  const { plan, direction } = await planFor(store, schema, query, codec);
  const range = rangeOf(plan, codec.booleans);
  if (!range) return [];
  const matches = plan.selectorSatisfiedByIndex ? null : getMingoQuery(query.selector).test;
  const stopsEarly = plan.sortSatisfiedByIndex && wanted !== Infinity;
  const first = stopsEarly ? Math.min(CHUNK, wanted + (matches ? TIES : 0)) : CHUNK;
  const found: Stored[] = [];
  for await (const rows of chunks(indexOf(store, plan), plan.index, range, direction, first)) {
    for (const row of rows) {
      const doc = codec.revive(row);
      if (!matches || matches(doc)) found.push(doc);
      if (stopsEarly && found.length === wanted) return found.slice(skip);
    }
  }
  if (!plan.sortSatisfiedByIndex) found.sort(getSortComparator(schema, query as never) as unknown as (a: Stored, b: Stored) => number);
  return found.slice(skip, wanted);
}

/** The key range of a plan; null when it is empty. */
export function rangeOf(plan: RxQueryPlan, booleans: readonly string[]): IDBKeyRange | null {
  const key = (value: unknown, position: number) => {
    if (booleans.includes(plan.index[position] ?? '')) return value === HIGHEST || value === true ? '1' : '0';
    return value === LOWEST ? -Infinity : value;
  };
  try {
    return IDBKeyRange.bound(plan.startKeys.map(key), plan.endKeys.map(key), !plan.inclusiveStart, !plan.inclusiveEnd);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'DataError') return null; // lower above upper
    throw error;
  }
}

type Row = Record<string, unknown>;
type RecordsIndex = IDBIndex & {
  getAllRecords?(options: { query: IDBKeyRange; count: number; direction: 'prev' }): IDBRequest<{ value: Row }[]>;
};

async function* chunks(index: RecordsIndex, fields: readonly string[], range: IDBKeyRange, direction: 'next' | 'prev', first: number) {
  let rest: IDBKeyRange | null = range;
  for (let count = first; rest; count = Math.min(CHUNK, count * 8)) {
    const rows: Row[] = direction === 'next' ? await answer(index.getAll(rest, count)) : await backwards(index, rest, count);
    const last = rows.at(-1);
    rest =
      last && rows.length === count
        ? beyond(
            range,
            fields.map((field) => valueAt(last, field)),
            direction,
          )
        : null;
    if (rows.length > 0) yield rows;
  }
}

function beyond(range: IDBKeyRange, last: unknown[], direction: 'next' | 'prev'): IDBKeyRange | null {
  try {
    return direction === 'next'
      ? IDBKeyRange.bound(last, range.upper, true, range.upperOpen)
      : IDBKeyRange.bound(range.lower, last, range.lowerOpen, true);
  } catch {
    return null; // nothing lies between
  }
}

async function backwards(index: RecordsIndex, range: IDBKeyRange, count: number): Promise<Row[]> {
  if (index.getAllRecords)
    return (await answer(index.getAllRecords({ query: range, count, direction: 'prev' }))).map((record) => record.value);
  return new Promise((resolve, reject) => {
    const rows: Row[] = [];
    const request = index.openCursor(range, 'prev');
    request.onerror = () => reject(request.error ?? new DOMException('cursor failed'));
    request.onsuccess = () => {
      const cursor = request.result;
      if (cursor) rows.push(cursor.value as Row);
      if (!cursor || rows.length === count) resolve(rows);
      else cursor.continue();
    };
  });
}

/** IndexedDB can't index booleans: indexed ones are stored as '0' and '1'. */
export type Codec = { readonly booleans: readonly string[]; revive(row: Row): Stored; store(doc: Stored): Row };

export function codecFor(booleans: readonly string[]): Codec {
  return {
    booleans,
    revive(row) {
      for (const field of booleans) row[field] = row[field] === '1';
      return row as unknown as Stored;
    },
    store(doc) {
      const row: Row = { ...doc };
      for (const field of booleans) row[field] = row[field] ? '1' : '0';
      return row;
    },
  };
}

/** The result of a request. */
export function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new DOMException('request failed'));
  });
}

const valueAt = (row: Row, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Row | undefined)?.[key], row);
