import type { Observable } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { type Directory, watchDirectory } from '#data/core/directory.ts';
import type { InvoiceProduct } from '#domain/products/product.ts';

/** All products of the company, sorted by name. */
export function watchProducts(db: CompanyDatabase): Observable<Directory<InvoiceProduct>> {
  return watchDirectory(db.collections.invoice_products);
}
