import { map } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import { useGrowingList } from '#data/core/use-growing-list.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { EVERY_EXPENSE, type ExpenseFilter } from '#domain/expenses/expense-filter.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { watchExpense, watchExpenses, watchOpenTwins, watchRecentExpensesOf, watchTwinOf } from './expenses.queries.ts';

export function useExpense(id: string) {
  const { db } = useCompany();
  return useObservable(() => watchExpense(db, id), [db, id]);
}

/** The expense that this one may repeat, while nobody has said anything about it. */
export function useTwinOf({ id, expense_date }: Pick<Expense, 'id' | 'expense_date'>) {
  const { db } = useCompany();
  return useObservable(() => watchTwinOf(db, { id, expense_date }), [db, id, expense_date]);
}

/** What may be captured twice among the newest expenses. */
export function useOpenTwins() {
  const { db } = useCompany();
  return useObservable(() => watchOpenTwins(db), [db]);
}

export const useExpenseList = (filter: ExpenseFilter) => useGrowingList(watchExpenses, { filter });

export function useRecentExpensesOf(of: { vendorId: string } | { customerId: string }) {
  const { db } = useCompany();
  return useObservable(() => watchRecentExpensesOf(db, of), [db, JSON.stringify(of)]);
}

/** The newest expenses since a day. */
export function useNewestExpenses(from: string, limit: number) {
  const { db } = useCompany();
  return useObservable(
    () => watchExpenses(db, { filter: { ...EVERY_EXPENSE, from }, limit }).pipe(map(({ rows }) => rows)),
    [db, from, limit],
  );
}
