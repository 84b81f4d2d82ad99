import { of } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import { useGrowingList } from '#data/core/use-growing-list.ts';
import { useObservable } from '#data/core/use-observable.ts';
import type { PaymentFilter } from '#domain/payments/payment-filter.ts';
import { keptOpenDoubles, watchAwaitingInvoices, watchPayments, watchPaymentsOf } from './payments.queries.ts';

/** All payments of an invoice, latest first; of none while `invoiceId` is null. */
export function usePaymentsOf(invoiceId: string | null) {
  const { db } = useCompany();
  return useObservable(() => (invoiceId === null ? of([]) : watchPaymentsOf(db, invoiceId)), [db, invoiceId]);
}

/** Invoices that still expect money. */
export function useAwaitingInvoices() {
  const { db, ctx } = useCompany();
  const today = ctx.today();
  return useObservable(() => watchAwaitingInvoices(db, { today }), [db, today]);
}

export const usePaymentList = (filter: PaymentFilter) => useGrowingList(watchPayments, { filter }, ({ payment }) => payment.id);

/** What may be recorded twice among the newest payments. */
export function useOpenDoubles() {
  const { db } = useCompany();
  return useObservable(() => keptOpenDoubles(db), [db]);
}
