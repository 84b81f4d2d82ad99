import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { addMonths } from '#domain/dates/calendar.ts';
import { readProductUse } from './read-product-use.ts';

/** What a product brought in the last twelve months, as far as it has been read. */
export function useProductUse(productId: string) {
  const { db, ctx } = useCompany();
  const since = addMonths(ctx.today(), -12);
  return useObservable(() => readProductUse(db, { productId, since }), [db, productId, since]).value;
}
