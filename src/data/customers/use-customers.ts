import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { watchCustomers } from './customers.queries.ts';

export function useCustomers() {
  const { db } = useCompany();
  return useObservable(() => watchCustomers(db), [db]);
}
