import { Observable } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { readPage } from '#data/core/pages.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { type ProductUse, UNUSED, withUseIn } from '#domain/products/product-use.ts';

/** Small enough that no frame is late. */
const PAGE = 300;

/**
 * What a product brought since a day: lines have no index, so issued documents are read page by page, the newest first, with a pause between
 * pages, and what is known so far is told. It starts only when somebody listens, and ends when nobody does.
 */
export const readProductUse = (
  { collections: { invoices } }: CompanyDatabase,
  { productId, since }: { productId: string; since: string },
): Observable<ProductUse & { readonly isReading: boolean }> =>
  new Observable((subscriber) => {
    const read = async () => {
      let use = UNUSED;
      for (let after: Invoice | undefined; !subscriber.closed;) {
        const page: readonly Invoice[] = await readPage<Invoice>(invoices, {
          selector: { list_date: { $gte: since } } as never,
          sort: { field: 'list_date' as never, direction: 'desc' },
          limit: PAGE,
          ...(after && { after }),
        });
        use = page.reduce((sum, invoice) => withUseIn(sum, invoice, productId), use);
        after = page.at(-1);
        const isReading = page.length === PAGE;
        subscriber.next({ ...use, isReading });
        if (!isReading) return subscriber.complete();
        await new Promise((resolve) => setTimeout(resolve));
      }
    };
    read().catch((error: unknown) => subscriber.error(error));
  });
