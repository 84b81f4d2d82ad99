import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { watchVendors } from './vendors.queries.ts';

export function useVendors() {
  const { db } = useCompany();
  return useObservable(() => watchVendors(db), [db]);
}
