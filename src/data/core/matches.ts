import type { Collection } from './stored-form.ts';
import { asyncScheduler, from, type Observable, startWith, switchMap, throttleTime } from 'rxjs';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { type PageQuery, readPage } from './pages.ts';

export type Matches<T> = {
  readonly rows: T[];
  /** Older rows have not been looked at: they may match or not. */
  readonly hasMore: boolean;
  /** The search still runs; `rows` are those found so far. */
  readonly isSearching: boolean;
};

export type MatchQuery<T> = Omit<PageQuery<T>, 'after'> & {
  readonly matches: (record: T) => boolean;
  /** Fetches what `matches` needs to know about a chunk of rows, e.g. the records they refer to. */
  readonly lookUp?: (chunk: readonly T[]) => Promise<void>;
  /** Stop after that many rows were looked at; without it the search goes to the end. */
  readonly scanLimit?: number;
};

const CHUNK = 500;

/** The first `limit` rows in the sort's order that pass a test no index can answer. Reads index pages until enough are found; live. */
export function watchMatches<T extends SyncedRecord>(collection: Collection<T>, query: MatchQuery<T>): Observable<Matches<T>> {
  return collection.$.pipe(
    throttleTime(400, asyncScheduler, { leading: true, trailing: true }),
    startWith(null),
    switchMap(() => from(scan(collection, query))),
  );
}

async function* scan<T extends SyncedRecord>(collection: Collection<T>, query: MatchQuery<T>): AsyncGenerator<Matches<T>> {
  const { matches, lookUp, limit, scanLimit = Number.POSITIVE_INFINITY, ...page } = query;
  const rows: T[] = [];
  let after: T | undefined;
  let seen = 0;
  while (true) {
    const chunk = await readPage(collection, { ...page, limit: CHUNK, ...(after ? { after } : {}) });
    seen += chunk.length;
    after = chunk.at(-1);
    await lookUp?.(chunk);
    for (const record of chunk) if (rows.length <= limit && matches(record)) rows.push(structuredClone(record));
    const isOver = chunk.length < CHUNK || rows.length > limit || seen >= scanLimit;
    yield { rows: rows.slice(0, limit), hasMore: rows.length > limit || (isOver && chunk.length === CHUNK), isSearching: !isOver };
    if (isOver) return;
  }
}
