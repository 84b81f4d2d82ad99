import { type Watch, watchAsked } from './asked-ahead.ts';
import { useCompany } from './company-context.ts';
import { type Observed, useObservable } from './use-observable.ts';

/** Binds the answer to a question, at hand where it was asked ahead. */
export function useAsked<T, A>(watch: Watch<T, A>, about: A): Observed<T> {
  const { db } = useCompany();
  return useObservable(() => watchAsked(db, watch, about), [db, watch, JSON.stringify(about)]);
}
