import { useCallback, useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { EVERY_INVOICE, type InvoiceFilter } from '#domain/invoices/invoice-filter.ts';
import { watchInvoice, watchInvoices } from './invoices.queries.ts';

const PAGE = 100;

export function useInvoice(id: string) {
  const { db } = useCompany();
  return useObservable(() => watchInvoice(db, id), [db, id]);
}

/** A live list that grows as it is scrolled. */
export function useInvoiceList(filter: InvoiceFilter) {
  const { db, ctx } = useCompany();
  const today = ctx.today();
  const identity = JSON.stringify(filter);
  const [window, setWindow] = useState({ identity, limit: PAGE });
  const limit = window.identity === identity ? window.limit : PAGE;
  const { value, error, isLoading } = useObservable(() => watchInvoices(db, { filter, limit, today }), [db, identity, limit, today]);
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

/** The newest invoices of a customer, drafts included. */
export function useRecentInvoicesOf(customerId: string) {
  const { db, ctx } = useCompany();
  const today = ctx.today();
  return useObservable(() => watchInvoices(db, { filter: { ...EVERY_INVOICE, customerId }, limit: 5, today }), [db, customerId, today]);
}
