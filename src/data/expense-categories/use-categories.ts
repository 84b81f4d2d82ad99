import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { watchCategories } from './expense-categories.queries.ts';

export function useCategories() {
  const { db } = useCompany();
  return useObservable(() => watchCategories(db), [db]);
}
