import { asyncScheduler, type Observable, switchMap, throttleTime, timer } from 'rxjs';
import { type Amount, type CurrencyTotals, NO_TOTALS, withAmounts } from '#domain/money/currency-totals.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { Part } from './matches.ts';
import { readPage } from './pages.ts';
import { readAnew } from './read-anew.ts';
import type { Collection } from './stored-form.ts';

/** What a list comes to as far as it has been added up. */
export type ListTotal = CurrencyTotals & { readonly isCounting: boolean };

type TotalQuery<T> = Part<T> & {
  readonly matches: (record: T) => boolean;
  /** Fetches what `matches` needs to know about a chunk of rows. */
  readonly lookUp?: (chunk: readonly T[]) => Promise<void>;
  readonly amountOf: (record: T) => Amount;
};

const CHUNK = 1000;
/** A total says something about the whole: it may follow a change a moment later than the rows. */
const LOOK_EVERY_MS = 1000;
/** The rows themselves are read first, and with every letter that is typed they are other ones. */
const ROWS_FIRST_MS = 200;

/** Adds up what an index narrows and `matches` lets pass, some rows at a time; none are kept. Live. */
export function watchTotal<T extends SyncedRecord>(collection: Collection<T>, query: TotalQuery<T>): Observable<ListTotal> {
  const changed$ = collection.$.pipe(throttleTime(LOOK_EVERY_MS, asyncScheduler, { leading: true, trailing: true }));
  return timer(ROWS_FIRST_MS).pipe(switchMap(() => readAnew(changed$, () => addUp(collection, query))));
}

async function* addUp<T extends SyncedRecord>(collection: Collection<T>, query: TotalQuery<T>): AsyncGenerator<ListTotal> {
  const { selector, sort, matches, lookUp, amountOf } = query;
  let totals = NO_TOTALS;
  let after: T | undefined;
  while (true) {
    const chunk = await readPage(collection, { ...(selector && { selector }), sort, limit: CHUNK, ...(after ? { after } : {}) });
    after = chunk.at(-1);
    await lookUp?.(chunk);
    totals = withAmounts(totals, chunk.filter(matches).map(amountOf));
    const isCounting = chunk.length === CHUNK;
    yield { ...totals, isCounting };
    if (!isCounting) return;
  }
}
