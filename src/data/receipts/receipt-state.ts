import { liveQuery } from 'dexie';
import { from, type Observable } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';

/** `uploaded` also for receipts that came from other devices. */
export type ReceiptState = 'waiting' | 'uploading' | 'uploaded' | 'refused';

/** How far one receipt is. */
export function receiptState$(db: CompanyDatabase, fileId: string): Observable<ReceiptState> {
  return from(liveQuery(async () => (await db.device.receipts.get(fileId))?.state ?? 'uploaded'));
}

/** Receipts of the company whose bytes only this device has. */
export function waitingReceiptCount$(db: CompanyDatabase): Observable<number> {
  return from(liveQuery(() => db.device.receipts.where({ company_id: db.companyId }).count()));
}
