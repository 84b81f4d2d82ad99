import { liveQuery } from 'dexie';
import { from, type Observable } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';

/** `uploaded` also for receipts that came from other devices. */
export type ReceiptState = 'waiting' | 'uploading' | 'uploaded' | 'refused';

/** How far one receipt is. */
export function receiptState$(db: CompanyDatabase, fileId: string): Observable<ReceiptState> {
  return from(liveQuery(async () => (await db.device.receipts.get(fileId))?.state ?? 'uploaded'));
}
