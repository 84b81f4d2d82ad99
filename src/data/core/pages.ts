import { withAtHand } from './at-hand.ts';
import { getMingoQuery, type Selector } from './mango-query.ts';
import { type Collection, touchedBy } from './stored-form.ts';
import type { MangoQuery } from 'rxdb';
import { asyncScheduler, type Observable, Subject, throttleTime } from 'rxjs';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { preparedQuery, type Stored } from './fast-query.ts';
import { readOneAnew } from './read-anew.ts';

export type SortDirection = 'asc' | 'desc';
/** Field and direction; `id` follows in the same direction, so that every order is total. */
export type PageSort<T> = { readonly field: Extract<keyof T, string>; readonly direction: SortDirection };

export type PageQuery<T> = {
  readonly selector?: Selector<T>;
  readonly sort: PageSort<T>;
  readonly limit: number;
  /** The last row of the page before. */
  readonly after?: T;
};

/**
 * The first rows of a list, live. What was read stays in memory until the collection changes: more rows are read after the last one, by
 * keyset, and a list seen a moment ago shows at once. The rows are shared, so nobody changes them. What is only counted may follow a change
 * `laterMs` later, and several at once.
 */
export function watchPage<T extends SyncedRecord>(collection: Collection<T>, page: PageQuery<T>, laterMs = 0): Observable<T[]> {
  const lists = listsOf(collection);
  const changed$ = laterMs > 0 ? lists.changed$.pipe(throttleTime(laterMs, asyncScheduler, LAST)) : lists.changed$;
  return withAtHand(
    readOneAnew(changed$, () => lists.read(page)),
    () => lists.atHand(page),
  );
}

const LAST = { leading: false, trailing: true };
const LISTS_KEPT = 12;
/** Of so many rows that changed each is read alone; of more the whole list. */
const FEW = 10;

type Lists<T> = {
  readonly changed$: Observable<void>;
  read(page: PageQuery<T>): Promise<T[]>;
  /** What `read` would answer from memory. */
  atHand(page: PageQuery<T>): { readonly value: T[] } | undefined;
};
const known = new WeakMap<object, unknown>();

function listsOf<T extends SyncedRecord>(collection: Collection<T>): Lists<T> {
  const before = known.get(collection) as Lists<T> | undefined;
  if (before) return before;
  const made = keepLists(collection);
  known.set(collection, made);
  return made;
}

function keepLists<T extends SyncedRecord>(collection: Collection<T>): Lists<T> {
  const changed$ = new Subject<void>();
  let kept = new Map<string, T[]>();
  /** Lists after which no row comes. */
  const whole = new WeakSet<T[]>();
  /** The lists as they were before the last change, and the ids of what changed. */
  let before = { lists: kept, ids: new Array<string>() };
  collection.eventBulks$.subscribe((bulk) => {
    before = { lists: kept, ids: touchedBy(bulk) };
    kept = new Map();
    changed$.next();
  });

  /** The list of before where each row that changed is one of its rows and stays in its place: only those are read then. */
  async function mended(key: string, page: PageQuery<T>): Promise<T[]> {
    const { lists, ids } = before;
    const rows = lists.get(key) ?? [];
    if (ids.length > FEW || !ids.every((id) => rows.some((row) => row.id === id))) return [];
    const found = new Map(
      (await collection.storageInstance.findDocumentsById([...ids], false)).map((each) => [each.id, recordOf<T>(each)]),
    );
    const { test } = getMingoQuery(page.selector ?? {});
    const staysInPlace = (row: T) => {
      const now = found.get(row.id);
      return now !== undefined && test(now) && now[page.sort.field] === row[page.sort.field];
    };
    return rows.every((row) => !ids.includes(row.id) || staysInPlace(row)) ? rows.map((row) => found.get(row.id) ?? row) : [];
  }

  const hasAll = (rows: T[], { limit }: PageQuery<T>) => rows.length >= limit || whole.has(rows);

  function inMemory(page: PageQuery<T>) {
    const rows = kept.get(keyOf(page));
    return rows && hasAll(rows, page) ? { value: upTo(rows, page.limit) } : undefined;
  }

  async function read(page: PageQuery<T>, isAgain = false): Promise<T[]> {
    const [key, current] = [keyOf(page), kept];
    const first = current.get(key) ?? (isAgain ? [] : await mended(key, page));
    // Something changed meanwhile, and may have touched other rows. Changes that never end shall not keep the list from being read.
    if (current !== kept) return read(page, true);
    current.set(key, first);
    if (hasAll(first, page)) return upTo(first, page.limit);
    const missing = page.limit - first.length;
    const last = first.at(-1);
    const more = await readPage(collection, { ...page, limit: missing, ...(last ? { after: last } : {}) });
    // Something changed meanwhile: what was there before and what came now may not fit together.
    if (current !== kept && last) return read(page, true);
    const rows = [...first, ...more];
    if (more.length < missing) whole.add(rows);
    current.delete(key);
    current.set(key, rows);
    for (const oldest of [...current.keys()].slice(0, -LISTS_KEPT)) current.delete(oldest);
    return rows;
  }
  return { changed$, read, atHand: inMemory };
}

const keyOf = <T>({ selector, sort, after }: PageQuery<T & { readonly id: string }>): string => JSON.stringify([selector, sort, after?.id]);
/** The same array as long as it is the whole answer. */
const upTo = <T>(rows: T[], limit: number): T[] => (rows.length > limit ? rows.slice(0, limit) : rows);

/** A page straight from the storage: making (and keeping) an RxDocument of each row took most of a list's time. */
export async function readPage<T extends SyncedRecord>(collection: Collection<T>, page: PageQuery<T>): Promise<T[]> {
  const { storageInstance } = collection;
  const { selector, ...rest } = pageQuery<T>(page);
  const query = { ...rest, selector: { ...selector, _deleted: { $eq: false } } };
  const { documents } = await storageInstance.query(preparedQuery(storageInstance.schema as never, query) as never);
  return documents.map((each) => recordOf<T>(each as Stored));
}

const recordOf = <T>({ _deleted, _meta, _rev, _attachments, ...record }: Stored): T => record as unknown as T;

/** The Mango query of a page. The range stands at the top level, where the planner sees it; ties are told apart by `id`. */
export function pageQuery<T extends SyncedRecord>({ selector, sort: { field, direction }, limit, after }: PageQuery<T>): MangoQuery<T> {
  const sort = field === 'id' ? [{ id: direction }] : [{ [field]: direction }, { id: direction }];
  return { selector: after ? beyond(selector, field, direction, after) : (selector ?? {}), sort, limit } as MangoQuery<T>;
}

function beyond<T extends SyncedRecord>(selector: Selector<T> | undefined, field: string, direction: SortDirection, after: T) {
  const strict = direction === 'asc' ? '$gt' : '$lt';
  const value = (after as Record<string, unknown>)[field];
  const rest = (selector ?? {}) as Record<string, unknown>;
  const ties =
    field === 'id' ? [{ id: { [strict]: after.id } }] : [{ [field]: { [strict]: value } }, { [field]: value, id: { [strict]: after.id } }];
  const given = rest[field];
  if (given !== undefined && (typeof given !== 'object' || given === null)) return { ...rest, $and: [...conditions(rest), { $or: ties }] };
  return {
    ...rest,
    [field]: tightened(given as Record<string, unknown> | undefined, direction, value),
    $and: [...conditions(rest), { $or: ties }],
  };
}

const conditions = (selector: Record<string, unknown>) => (Array.isArray(selector.$and) ? (selector.$and as unknown[]) : []);

/** Adds the page's bound to a range the caller already has on the field; the page's is the tighter one by construction. */
function tightened(given: Record<string, unknown> | undefined, direction: SortDirection, value: unknown) {
  const { $gt, $gte, $lt, $lte, ...rest } = given ?? {};
  const lower = direction === 'asc' ? { $gte: value } : { ...($gt === undefined ? {} : { $gt }), ...($gte === undefined ? {} : { $gte }) };
  const upper = direction === 'desc' ? { $lte: value } : { ...($lt === undefined ? {} : { $lt }), ...($lte === undefined ? {} : { $lte }) };
  return { ...rest, ...lower, ...upper };
}
