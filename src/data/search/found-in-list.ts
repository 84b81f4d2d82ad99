import {
  asyncScheduler,
  catchError,
  defer,
  distinctUntilChanged,
  EMPTY,
  from,
  map,
  merge,
  type Observable,
  share,
  startWith,
  switchMap,
  tap,
  throttleTime,
} from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { Matches } from '#data/core/matches.ts';
import { readOneAnew } from '#data/core/read-anew.ts';
import { readStored } from '#data/core/stored.ts';
import type { RecordIn } from '#domain/registry.ts';
import type { SearchKind } from '#domain/search/search-index.ts';
import { liveSearch } from './live-search.ts';

/** Of so many, every tenth or so row of a large list is among them: rows read in the list's order soon fill a page. */
const MANY = 5_000;
const SETTLE_MS = 150;

type FoundQuery<R> = {
  readonly text: string;
  readonly order: FoundOrder<R>;
  readonly limit: number;
  /** The rest of the filter. A record that the index finds passes by its text. */
  readonly passes: (record: R) => boolean;
  /** The same rows, looked for one by one: until the index is complete, and where it finds too many to sort. */
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
  let named: readonly Named[] | null = null;
  const look = (): void => {
    const all = live.isComplete() ? live.index.matches(kind, query.text) : null;
    named = all && all.length <= MANY ? all : null;
  };
  const changed$ = merge(live.isComplete() ? EMPTY : complete$, settled$).pipe(tap(look), share());
  return defer(() => {
    look();
    return changed$.pipe(
      startWith(null),
      map(() => named === null),
      distinctUntilChanged(), // what looks row by row follows the changes itself, and would never get to the end
      switchMap((isByRow) => (isByRow ? query.byRow : readOneAnew(changed$, () => read(db, kind, named ?? [], query)))),
    );
  });
}

type Named = { readonly id: string; readonly day: string };

async function read<K extends SearchKind>(
  db: CompanyDatabase,
  kind: K,
  found: readonly Named[],
  { order, limit, passes }: FoundQuery<RecordIn<K>>,
): Promise<Matches<RecordIn<K>>> {
  if (!('byDay' in order)) return readAndSort(db, kind, found, { compare: order.compare, limit, passes });
  const sign = order.byDay === 'asc' ? 1 : -1;
  const isBefore = (a: Named, b: Named) => (a.day === b.day ? a.id < b.id : a.day < b.day);
  const ids = found.toSorted((a, b) => (isBefore(a, b) ? -sign : sign)).map(({ id }) => id);
  const rows: RecordIn<K>[] = [];
  for (let at = 0; at < ids.length && rows.length <= limit; at += limit + 1) {
    const block = ids.slice(at, at + limit + 1);
    const stored = await readStored(db, kind, block);
    for (const id of block) {
      const record = stored.get(id);
      if (record && passes(record)) rows.push(record);
    }
  }
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit, isSearching: false };
}

const BLOCK = 500;

async function readAndSort<K extends SearchKind>(
  db: CompanyDatabase,
  kind: K,
  found: readonly Named[],
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
