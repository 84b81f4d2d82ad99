import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { keptRecurringInvoices, watchGeneratedInvoices, watchRecurringInvoice } from './recurring-invoices.queries.ts';

export function useRecurringInvoices() {
  const { db } = useCompany();
  return useObservable(() => keptRecurringInvoices(db), [db]);
}

export function useRecurringInvoice(id: string) {
  const { db } = useCompany();
  return useObservable(() => watchRecurringInvoice(db, id), [db, id]);
}

export function useGeneratedInvoices(id: string, limit: number) {
  const { db } = useCompany();
  return useObservable(() => watchGeneratedInvoices(db, id, limit), [db, id, limit]);
}
