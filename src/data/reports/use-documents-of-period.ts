import { EMPTY } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { watchBare, watchDrafts, watchExpensesOf, watchInvoicesOf, watchOpenInvoices, watchOutstandingOn } from './documents-of-period.ts';

/** Null: nothing is read. */
type Days = { readonly from: string; readonly to: string } | null;

export function useExpensesOf(days: Days) {
  const { db } = useCompany();
  return useObservable(() => (days ? watchExpensesOf(db, days) : EMPTY), [db, days?.from, days?.to]).value;
}

export function useInvoicesOf(days: Days) {
  const { db } = useCompany();
  return useObservable(() => (days ? watchInvoicesOf(db, days) : EMPTY), [db, days?.from, days?.to]).value;
}

export function useDrafts() {
  const { db } = useCompany();
  return useObservable(() => watchDrafts(db), [db]).value;
}

/** Which of these expenses should show a receipt and show none; undefined while it is being read. */
export function useBare(expenses: readonly Expense[] | undefined) {
  const { db } = useCompany();
  return useObservable(() => (expenses ? watchBare(db, expenses) : EMPTY), [db, expenses]).value;
}

/** Invoices with what was owed on `day`; `today` includes all that is known. */
export function useStandingOn(day: string | null, today: string) {
  const { db } = useCompany();
  const watch = () => (day === null ? EMPTY : day < today ? watchOutstandingOn(db, day) : watchOpenInvoices(db));
  return useObservable(watch, [db, day, today]).value;
}
