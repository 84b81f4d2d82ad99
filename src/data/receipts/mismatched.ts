import type { MangoQuery } from 'rxdb';
import { map, type Observable } from 'rxjs';
import { keptPer } from '#data/core/at-hand.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { toRecord } from '#data/core/stored-form.ts';
import type { StoredFile } from '#domain/files/file.ts';
import { registry } from '#domain/registry.ts';

/** Receipts of which the server keeps other bytes than were taken in. */
export function watchMismatched(db: CompanyDatabase): Observable<StoredFile[]> {
  return db.collections.files
    .find(MISMATCHED)
    .$.pipe(map((documents) => documents.map((each) => toRecord(registry.files, each.toMutableJSON()))));
}

/** The same, at hand for the next page. */
export const keptMismatched = keptPer(watchMismatched);

/** By the stored form's index. */
const MISMATCHED = {
  selector: { mismatch_key: 'mismatch' },
  sort: [{ mismatch_key: 'asc' }, { id: 'asc' }],
} as unknown as MangoQuery<StoredFile>;
