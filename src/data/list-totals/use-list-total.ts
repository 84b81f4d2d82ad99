import type { Observable } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { useObservable } from '#data/core/use-observable.ts';
import type { ListTotal } from '#data/core/watch-total.ts';
import type { ExpenseFilter } from '#domain/expenses/expense-filter.ts';
import type { InvoiceFilter } from '#domain/invoices/invoice-filter.ts';
import type { PaymentFilter } from '#domain/payments/payment-filter.ts';
import { watchExpenseTotal, watchInvoiceTotal, watchPaymentTotal } from './list-totals.ts';

/** Undefined while nothing is known of it: that of another filter is not shown for this one. */
function useTotal<A extends object>(watch: (db: CompanyDatabase, args: A) => Observable<ListTotal>, args: A): ListTotal | undefined {
  const { db } = useCompany();
  const { value, isLoading } = useObservable(() => watch(db, args), [db, watch, JSON.stringify(args)]);
  return isLoading ? undefined : value;
}

// The order changes nothing of what a list comes to.
export const useExpenseTotal = (filter: ExpenseFilter) => useTotal(watchExpenseTotal, { filter: { ...filter, sort: 'newest' } });
export const useInvoiceTotal = (filter: InvoiceFilter) =>
  useTotal(watchInvoiceTotal, { filter: { ...filter, sort: 'newest' }, today: useCompany().ctx.today() });
export const usePaymentTotal = (filter: PaymentFilter) => useTotal(watchPaymentTotal, { filter: { ...filter, sort: 'newest' } });
