import { combineLatest, map } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { watchRecurringExpenses } from '#data/recurring-expenses/recurring-expenses.queries.ts';
import { watchRecurringInvoices } from '#data/recurring-invoices/recurring-invoices.queries.ts';

type Failing = { readonly is_active: boolean; readonly generation_error: string };
const failing = <T extends Failing>(items: readonly T[]): T[] =>
  items.filter(({ is_active, generation_error }) => is_active && generation_error !== '');

/** The series whose newest document did not become what was wanted. */
export function useFailedSeries() {
  const { db } = useCompany();
  return useObservable(
    () =>
      combineLatest({
        invoices: watchRecurringInvoices(db).pipe(map(failing)),
        expenses: watchRecurringExpenses(db).pipe(map(failing)),
      }),
    [db],
  );
}
