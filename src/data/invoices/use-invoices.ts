import { map, of } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import { useGrowingList } from '#data/core/use-growing-list.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { can } from '#domain/access/access.ts';
import { EVERY_INVOICE, type InvoiceFilter } from '#domain/invoices/invoice-filter.ts';
import { watchCorrected, watchInvoice, watchInvoices } from './invoices.queries.ts';

export function useInvoice(id: string) {
  const { db } = useCompany();
  return useObservable(() => watchInvoice(db, id), [db, id]);
}

/** An invoice with what was issued to correct it. */
export function useCorrected(id: string) {
  const { db } = useCompany();
  return useObservable(() => watchCorrected(db, id), [db, id]);
}

export const useInvoiceList = (filter: InvoiceFilter) => useGrowingList(watchInvoices, { filter, today: useCompany().ctx.today() });

/** The newest invoices of a customer, drafts included. */
export function useRecentInvoicesOf(customerId: string) {
  const { db, ctx } = useCompany();
  const today = ctx.today();
  return useObservable(() => watchInvoices(db, { filter: { ...EVERY_INVOICE, customerId }, limit: 5, today }), [db, customerId, today]);
}

/** The first few overdue invoices, the oldest first; none for who sees no invoices. */
export function useOverdue(limit: number) {
  const { db, ctx } = useCompany();
  const today = ctx.today();
  const isAsked = can(ctx.access, 'invoices.view');
  return useObservable(
    () =>
      isAsked
        ? watchInvoices(db, { filter: { ...EVERY_INVOICE, state: 'overdue', sort: 'oldest' }, limit, today }).pipe(map(({ rows }) => rows))
        : of([]),
    [db, isAsked, limit, today],
  );
}
