import { useCompany } from '#data/core/company-context.tsx';
import { useObservable } from '#data/core/use-observable.ts';
import { watchReceiptsOf } from './files.queries.ts';

export function useReceiptsOf(expenseId: string) {
  const { db } = useCompany();
  return useObservable(() => watchReceiptsOf(db, expenseId), [db, expenseId]);
}
