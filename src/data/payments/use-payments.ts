import { useCallback, useState } from 'react';
import { of } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import type { PaymentFilter } from '#domain/payments/payment-filter.ts';
import { watchAwaitingInvoices, watchOpenDoubles, watchPayments, watchPaymentsOf } from './payments.queries.ts';

const PAGE = 100;

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

/** A live list that grows as it is scrolled. */
export function usePaymentList(filter: PaymentFilter) {
  const { db } = useCompany();
  const identity = JSON.stringify(filter);
  const [window, setWindow] = useState({ identity, limit: PAGE });
  const limit = window.identity === identity ? window.limit : PAGE;
  const { value, error, isLoading } = useObservable(() => watchPayments(db, { filter, limit }), [db, identity, limit]);
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

/** What may be recorded twice among the newest payments. */
export function useOpenDoubles() {
  const { db } = useCompany();
  return useObservable(() => watchOpenDoubles(db), [db]);
}
