import { useCompany } from '#data/core/company-context.ts';
import { useGrowingList } from '#data/core/use-growing-list.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { EVERY_INVOICE, type InvoiceFilter } from '#domain/invoices/invoice-filter.ts';
import { watchInvoice, watchInvoices } from './invoices.queries.ts';

export function useInvoice(id: string) {
  const { db } = useCompany();
  return useObservable(() => watchInvoice(db, id), [db, id]);
}

export const useInvoiceList = (filter: InvoiceFilter) => useGrowingList(watchInvoices, { filter, today: useCompany().ctx.today() });

/** The newest invoices of a customer, drafts included. */
export function useRecentInvoicesOf(customerId: string) {
  const { db, ctx } = useCompany();
  const today = ctx.today();
  return useObservable(() => watchInvoices(db, { filter: { ...EVERY_INVOICE, customerId }, limit: 5, today }), [db, customerId, today]);
}
