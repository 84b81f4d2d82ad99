import { combineLatest, map, of } from 'rxjs';
import { watchAsked } from '#data/core/asked-ahead.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useGrowingList } from '#data/core/use-growing-list.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { can } from '#domain/access/access.ts';
import { EVERY_INVOICE, type InvoiceFilter } from '#domain/invoices/invoice-filter.ts';
import { owedOf } from '#domain/invoices/owed.ts';
import { watchCorrected, watchInvoice, watchInvoices, watchOverdue } from './invoices.queries.ts';

export function useInvoice(id: string) {
  const { db } = useCompany();
  return useObservable(() => watchInvoice(db, id), [db, id]);
}

/** An invoice with what was issued to correct it. */
export function useCorrected(id: string) {
  const { db } = useCompany();
  return useObservable(() => watchCorrected(db, id), [db, id]);
}

export const useInvoiceList = (filter: InvoiceFilter) =>
  useGrowingList(watchInvoices, { filter, today: useCompany().ctx.today() }, ({ id }) => id);

/** The newest invoices of a customer, drafts included. */
export function useRecentInvoicesOf(customerId: string) {
  const { db, ctx } = useCompany();
  const today = ctx.today();
  return useObservable(() => watchInvoices(db, { filter: { ...EVERY_INVOICE, customerId }, limit: 5, today }), [db, customerId, today]);
}

/** More than these a customer has not open at a time. */
const OPEN_MOST = 1000;

/** What a customer owes after corrections, and what has to go back to them; undefined while it is read. */
export function useOwedBy(customerId: string) {
  const { db, ctx } = useCompany();
  const today = ctx.today();
  const owed = () => {
    const lists = (['open', 'refund_due'] as const).map((state) =>
      watchInvoices(db, { filter: { ...EVERY_INVOICE, customerId, state }, limit: OPEN_MOST, today }),
    );
    return combineLatest(lists).pipe(
      map((found) => (found.some(({ isSearching }) => isSearching) ? undefined : owedOf(found.flatMap(({ rows }) => rows)))),
    );
  };
  return useObservable(owed, [db, customerId, today]).value;
}

/** The few invoices that are longest overdue; none for who sees no invoices. */
export function useOverdue() {
  const { db, ctx } = useCompany();
  const today = ctx.today();
  const isAsked = can(ctx.access, 'invoices.view');
  return useObservable(() => (isAsked ? watchAsked(db, watchOverdue, today) : of([])), [db, isAsked, today]);
}
