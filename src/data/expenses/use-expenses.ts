import { useCallback, useState } from 'react';
import { map } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { EVERY_EXPENSE, type ExpenseFilter } from '#domain/expenses/expense-filter.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { watchExpense, watchExpenses, watchOpenTwins, watchRecentExpensesOf, watchTwinOf } from './expenses.queries.ts';

const PAGE = 100;

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

/** A live list that grows as it is scrolled. */
export function useExpenseList(filter: ExpenseFilter) {
  const { db } = useCompany();
  const identity = JSON.stringify(filter);
  const [window, setWindow] = useState({ identity, limit: PAGE });
  const limit = window.identity === identity ? window.limit : PAGE;
  const { value, error, isLoading } = useObservable(() => watchExpenses(db, { filter, limit }), [db, identity, limit]);
  const loadMore = useCallback(() => setWindow({ identity, limit: limit + PAGE }), [identity, limit]);
  return {
    rows: value?.rows ?? [],
    hasMore: value?.hasMore ?? false,
    isSearching: value?.isSearching ?? false,
    isLoading,
    isFirstLoad: value === undefined,
    error,
    loadMore,
  };
}

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
