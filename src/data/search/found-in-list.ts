import {
  asyncScheduler,
  catchError,
  defer,
  distinctUntilChanged,
  EMPTY,
  from,
  merge,
  type Observable,
  of,
  switchMap,
  throttleTime,
} from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { Matches } from '#data/core/matches.ts';
import { readOneAnew } from '#data/core/read-anew.ts';
import { readStored } from '#data/core/stored.ts';
import type { RecordIn } from '#domain/registry.ts';
import { byDay, type FoundOnDay, type SearchKind } from '#domain/search/search-index.ts';
import { type LiveSearch, liveSearch } from './live-search.ts';

/** Of so many, every tenth or so row of a large list is among them: rows read in the list's order soon fill a page. */
const MANY = 5_000;
const SETTLE_MS = 150;

type FoundQuery<R> = {
  readonly text: string;
  readonly order: FoundOrder<R>;
  readonly limit: number;
  /** The rest of the filter. A record that the index finds passes by its text. */
  readonly passes: (record: R) => boolean;
  /** The same rows, looked for one by one: until the index is complete, and where it finds too many to read. */
  readonly byRow: Observable<Matches<R>>;
};

/** The order by day needs no record to be read; any other reads all that were found. */
export type FoundOrder<R> = { readonly byDay: 'asc' | 'desc' } | { readonly compare: (a: R, b: R) => number };

/** The first rows of a list that a text finds, live: the search index names them, and only they are read. */
export function watchFound<K extends SearchKind>(
  db: CompanyDatabase,
  kind: K,
  query: FoundQuery<RecordIn<K>>,
): Observable<Matches<RecordIn<K>>> {
  const live = liveSearch(db);
  const settled$ = live.changed$.pipe(throttleTime(SETTLE_MS, asyncScheduler, { leading: true, trailing: true }));
  const complete$ = from(live.built).pipe(catchError(() => EMPTY)); // the database was closed: nobody looks any more
  return defer(() => readOneAnew(merge(live.isComplete() ? EMPTY : complete$, settled$), () => read(db, live, { ...query, kind }))).pipe(
    distinctUntilChanged((before, now) => before === null && now === null), // what looks row by row follows the changes itself, and would never get to the end
    switchMap((found) => (found === null ? query.byRow : of(found))),
  );
}

/** Null where rows have to be looked for one by one. */
async function read<K extends SearchKind>(
  db: CompanyDatabase,
  { index, isComplete }: LiveSearch,
  query: FoundQuery<RecordIn<K>> & { readonly kind: K },
): Promise<Matches<RecordIn<K>> | null> {
  if (!isComplete()) return null;
  const { kind, order, limit, text, passes } = query;
  const found = index.matches(kind, text, MANY);
  if (!('byDay' in order)) return found && readAndSort(db, kind, found, { ...query, compare: order.compare });
  const direction = order.byDay;
  const named = found?.toSorted(byDay(direction)) ?? index.firstByDay(kind, text, { direction, limit: limit + 1 });
  const rows: RecordIn<K>[] = [];
  for (let at = 0; at < named.length && rows.length <= limit; at += limit + 1) {
    const ids = named.slice(at, at + limit + 1).map(({ id }) => id);
    const stored = await readStored(db, kind, ids);
    for (const id of ids) {
      const record = stored.get(id);
      if (record && passes(record)) rows.push(record);
    }
  }
  if (!found && rows.length <= limit) return null; // the rest of the filter leaves rows out
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit, isSearching: false };
}

const BLOCK = 500;

async function readAndSort<K extends SearchKind>(
  db: CompanyDatabase,
  kind: K,
  found: readonly FoundOnDay[],
  { compare, limit, passes }: Pick<FoundQuery<RecordIn<K>>, 'limit' | 'passes'> & { compare: (a: RecordIn<K>, b: RecordIn<K>) => number },
): Promise<Matches<RecordIn<K>>> {
  const rows: RecordIn<K>[] = [];
  for (let at = 0; at < found.length; at += BLOCK) {
    const ids = found.slice(at, at + BLOCK).map(({ id }) => id);
    for (const record of (await readStored(db, kind, ids)).values()) if (passes(record)) rows.push(record);
  }
  rows.sort(compare);
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit, isSearching: false };
}

type Sorted = { readonly field: string; readonly direction: 'asc' | 'desc' };

/** How the rows that a text finds are put in the order that a list has: by groups, or by a field of the record or its day. */
export function foundOrder<R extends { readonly id: string }>(
  order: { compare(a: R, b: R): number } | null,
  { field, direction }: Sorted,
): { readonly order: FoundOrder<R> } {
  if (order) return { order: { compare: (a, b) => order.compare(a, b) } };
  const sign = direction === 'asc' ? 1 : -1;
  const valueOf = (record: R) => (record as Record<string, unknown>)[field] as number;
  if (field !== 'amount' && field !== 'gross_total') return { order: { byDay: direction } };
  return { order: { compare: (a, b) => sign * (valueOf(a) - valueOf(b)) || (a.id < b.id ? -sign : sign) } };
}
