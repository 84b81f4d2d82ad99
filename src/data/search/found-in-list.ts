import { asyncScheduler, catchError, EMPTY, from, merge, type Observable, of, switchMap, throttleTime } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { Matches } from '#data/core/matches.ts';
import { readStored } from '#data/core/stored.ts';
import type { RecordIn } from '#domain/registry.ts';
import type { SearchKind } from '#domain/search/search-index.ts';
import { liveSearch } from './live-search.ts';

/** Of so many, every tenth or so row of a large list is among them: rows read in the list's order soon fill a page. */
const MANY = 5_000;
const SETTLE_MS = 150;

type FoundQuery<R> = {
  readonly text: string;
  /** Of the days; `id` follows in the same direction. */
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
  /** The rest of the filter. A record that the index finds passes by its text. */
  readonly passes: (record: R) => boolean;
  /** The same rows, looked for one by one: until the index is complete, and where it finds too many to sort. */
  readonly byRow: Observable<Matches<R>>;
};

/** The first rows of a list by day that a text finds, live: the search index names them, and only they are read. */
export function watchFound<K extends SearchKind>(
  db: CompanyDatabase,
  kind: K,
  query: FoundQuery<RecordIn<K>>,
): Observable<Matches<RecordIn<K>>> {
  const live = liveSearch(db);
  const settled$ = live.changed$.pipe(throttleTime(SETTLE_MS, asyncScheduler, { leading: true, trailing: true }));
  const complete$ = from(live.built).pipe(catchError(() => EMPTY)); // the database was closed: nobody looks any more
  return merge(of(undefined), live.isComplete() ? EMPTY : complete$, settled$).pipe(
    switchMap(() => {
      const found = live.isComplete() ? live.index.matches(kind, query.text) : null;
      return found === null || found.length > MANY ? query.byRow : from(read(db, kind, found, query));
    }),
  );
}

type Named = { readonly id: string; readonly day: string };

async function read<K extends SearchKind>(
  db: CompanyDatabase,
  kind: K,
  found: readonly Named[],
  { direction, limit, passes }: FoundQuery<RecordIn<K>>,
): Promise<Matches<RecordIn<K>>> {
  const sign = direction === 'asc' ? 1 : -1;
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
