import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { keptCategories } from './expense-categories.queries.ts';

export function useCategories() {
  const { db } = useCompany();
  return useObservable(() => keptCategories(db), [db]);
}
