import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { keptPer } from '#data/core/at-hand.ts';
import { watchCategories } from './expense-categories.queries.ts';

const kept = keptPer(watchCategories);

export function useCategories() {
  const { db } = useCompany();
  return useObservable(() => kept(db), [db]);
}
