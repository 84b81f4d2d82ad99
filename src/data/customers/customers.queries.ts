import type { Observable } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { type Directory, watchDirectory } from '#data/core/directory.ts';
import type { Customer } from '#domain/customers/customer.ts';

/** All customers of the company, sorted by name. */
export function watchCustomers(db: CompanyDatabase): Observable<Directory<Customer>> {
  return watchDirectory(db.collections.customers);
}
