import type { MangoQuery } from 'rxdb';
import { type Observable, map } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { toRecord } from '#data/core/stored-form.ts';
import { registry } from '#domain/registry.ts';
import type { StoredFile } from '#domain/files/file.ts';

/** Receipts of one expense in the order they were added. */
export function watchReceiptsOf(db: CompanyDatabase, expenseId: string): Observable<StoredFile[]> {
  return db.collections.files.find(ofExpense(expenseId)).$.pipe(map((documents) => documents.map(toFile)));
}

export async function receiptsOf(db: CompanyDatabase, expenseId: string): Promise<StoredFile[]> {
  return (await db.collections.files.find(ofExpense(expenseId)).exec()).map(toFile);
}

/** By the stored form's index (files.collection.ts); UUIDv7 ids sort by time. */
const ofExpense = (expenseId: string) =>
  ({ selector: { expense_key: expenseId }, sort: [{ expense_key: 'asc' }, { id: 'asc' }] }) as unknown as MangoQuery<StoredFile>;

const toFile = (document: { toMutableJSON(): StoredFile }) => toRecord(registry.files, document.toMutableJSON());
