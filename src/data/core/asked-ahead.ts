import { firstValueFrom, type Observable } from 'rxjs';
import { keptAtHand } from './at-hand.ts';
import type { CompanyDatabase } from './company-database.ts';

/** A page that is about to be drawn takes its answers over by then. */
const UNTIL_DRAWN_MS = 5_000;

/** A question to the company's database; what is asked about is plain values. */
export type Watch<T, A> = (db: CompanyDatabase, about: A) => Observable<T>;
type Question = { readonly watch: unknown; readonly about: string; readonly answer$: Observable<unknown> };

const asked = new WeakMap<CompanyDatabase, readonly Question[]>();
const keyOf = (about: unknown) => JSON.stringify(about);

/**
 * Asks what a page is going to ask, before it is drawn: whoever asks the same of the same meanwhile (`watchAsked`) follows the same answer, and has it at
 * hand while drawing. Resolves with the first answer.
 */
export function askAhead<T, A>(db: CompanyDatabase, watch: Watch<T, A>, about: A): Promise<T> {
  const answer$ = keptAtHand(watch(db, about), UNTIL_DRAWN_MS);
  asked.set(db, [...(asked.get(db) ?? []), { watch, about: keyOf(about), answer$ }]);
  return firstValueFrom(answer$);
}

/** The answer to a question that was asked ahead, or to one that is asked now. */
export function watchAsked<T, A>(db: CompanyDatabase, watch: Watch<T, A>, about: A): Observable<T> {
  const key = keyOf(about);
  const known = asked.get(db)?.find((question) => question.watch === watch && question.about === key);
  return known ? (known.answer$ as Observable<T>) : watch(db, about);
}
