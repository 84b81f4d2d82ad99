import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { watchProducts } from './products.queries.ts';

export function useProducts() {
  const { db } = useCompany();
  return useObservable(() => watchProducts(db), [db]);
}
