import type { Collection } from './stored-form.ts';
import { asyncScheduler, type Observable, throttleTime } from 'rxjs';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { type PageQuery, readPage } from './pages.ts';
import { readAnew } from './read-anew.ts';

export type Matches<T> = {
  readonly rows: T[];
  /** Older rows have not been looked at: they may match or not. */
  readonly hasMore: boolean;
  /** The search still runs; `rows` are those found so far. */
  readonly isSearching: boolean;
};

/** Rows that an index has in their order. */
export type Part<T> = Pick<PageQuery<T>, 'selector' | 'sort'>;

export type MatchQuery<T> = {
  /** One after another: an order that no index has as a whole. */
  readonly parts: readonly Part<T>[] | (() => Promise<readonly Part<T>[]>);
  readonly limit: number;
  readonly matches: (record: T) => boolean;
  /** Fetches what `matches` needs to know about a chunk of rows, e.g. the records they refer to. */
  readonly lookUp?: (chunk: readonly T[]) => Promise<void>;
  /** Stop after that many rows were looked at; without it the search goes to the end. */
  readonly scanLimit?: number;
};

const CHUNK = 500;
const LOOK_EVERY_MS = 400;

/** The first `limit` rows, in the order of the parts, that pass a test no index can answer. Reads index pages until enough are found; live. */
export function watchMatches<T extends SyncedRecord>(collection: Collection<T>, query: MatchQuery<T>): Observable<Matches<T>> {
  const changed$ = collection.$.pipe(throttleTime(LOOK_EVERY_MS, asyncScheduler, { leading: true, trailing: true }));
  return readAnew(changed$, () => scan(collection, query));
}

async function* scan<T extends SyncedRecord>(collection: Collection<T>, query: MatchQuery<T>): AsyncGenerator<Matches<T>> {
  const { matches, lookUp, limit, scanLimit = Number.POSITIVE_INFINITY, parts } = query;
  const rows: T[] = [];
  const shown = () => rows.slice(0, limit);
  let seen = 0;
  let told = 0;
  for (const part of typeof parts === 'function' ? await parts() : parts) {
    let after: T | undefined;
    while (true) {
      const chunk = await readPage(collection, { ...part, limit: CHUNK, ...(after ? { after } : {}) });
      seen += chunk.length;
      after = chunk.at(-1);
      await lookUp?.(chunk);
      for (const record of chunk) if (rows.length <= limit && matches(record)) rows.push(structuredClone(record));
      const isPartOver = chunk.length < CHUNK;
      if (rows.length > limit || seen >= scanLimit) {
        yield { rows: shown(), hasMore: rows.length > limit || !isPartOver, isSearching: false };
        return;
      }
      // Not after every small part: each is drawn.
      if (seen - told >= CHUNK) {
        told = seen;
        yield { rows: shown(), hasMore: false, isSearching: true };
      }
      if (isPartOver) break;
    }
  }
  yield { rows: shown(), hasMore: false, isSearching: false };
}
