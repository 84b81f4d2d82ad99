import type { Observable } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { type Directory, watchDirectory } from '#data/core/directory.ts';
import type { Vendor } from '#domain/vendors/vendor.ts';

/** All vendors of the company, sorted by name. */
export function watchVendors(db: CompanyDatabase): Observable<Directory<Vendor>> {
  return watchDirectory(db.collections.vendors);
}
