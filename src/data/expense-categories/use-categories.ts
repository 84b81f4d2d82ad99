import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { keptPer } from '#data/core/at-hand.ts';
import { watchCategories } from './expense-categories.queries.ts';

/** While nobody looks they stay in memory this long: the next page has them at once. */
const KEEP_MS = 60_000;
const kept = keptPer(watchCategories, KEEP_MS);

export function useCategories() {
  const { db } = useCompany();
  return useObservable(() => kept(db), [db]);
}
