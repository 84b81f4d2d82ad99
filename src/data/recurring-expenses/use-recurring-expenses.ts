import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { keptRecurringExpenses, watchGeneratedExpenses, watchRecurringExpense } from './recurring-expenses.queries.ts';

export function useRecurringExpenses() {
  const { db } = useCompany();
  return useObservable(() => keptRecurringExpenses(db), [db]);
}

export function useRecurringExpense(id: string) {
  const { db } = useCompany();
  return useObservable(() => watchRecurringExpense(db, id), [db, id]);
}

export function useGeneratedExpenses(id: string, limit: number) {
  const { db } = useCompany();
  return useObservable(() => watchGeneratedExpenses(db, id, limit), [db, id, limit]);
}
