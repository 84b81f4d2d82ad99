import { combineLatest } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { watchDueRecurringExpenses } from '#data/recurring-expenses/recurring-expenses.queries.ts';
import { watchDueRecurringInvoices } from '#data/recurring-invoices/recurring-invoices.queries.ts';

/** Recurring invoices and expenses that are due today or come soon. */
export function useDueRecurring() {
  const { db, ctx } = useCompany();
  const today = ctx.today();
  return useObservable(
    () => combineLatest({ invoices: watchDueRecurringInvoices(db, today), expenses: watchDueRecurringExpenses(db, today) }),
    [db, today],
  );
}
