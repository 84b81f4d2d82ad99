import type { CompanyDatabase } from '#data/core/company-database.ts';
import { toStorageError } from '#data/core/storage-health.ts';
import type { ExpenseInput } from '#domain/expenses/expense.ts';
import type { ReceiptMimeType } from '#domain/files/file.ts';

/** A receipt that was added to a form that is not saved yet. The bytes are already prepared: sniffed, upright, scaled. */
export type DraftReceipt = {
  readonly id: string;
  readonly name: string;
  readonly mimeType: ReceiptMimeType;
  readonly sha256: string;
  readonly bytes: Blob;
  /** Small picture of an image; null for a PDF. */
  readonly thumbnail: Blob | null;
};

/** What is typed; the amount may still be missing, the tax follows from amount and rate. */
export type ExpenseFormValues = Omit<ExpenseInput, 'amount' | 'tax_amount' | 'paid_on'> & { amount: number | null };

export type ExpenseDraft = {
  /** The id the expense will have, so that saving it twice makes one. */
  readonly expenseId: string;
  readonly values: ExpenseFormValues;
  readonly receipts: readonly DraftReceipt[];
};
export type StoredDraft = ExpenseDraft & { readonly changedAt: string };

const prefix = (db: CompanyDatabase) => `expense:${db.companyId}:`;
const newKey = (db: CompanyDatabase, expenseId: string) => `${prefix(db)}new:${expenseId}`;
const editKey = (db: CompanyDatabase, expenseId: string) => `${prefix(db)}edit:${expenseId}`;
export type DraftKind = 'new' | 'edit';
const keyOf = (db: CompanyDatabase, kind: DraftKind, expenseId: string) => (kind === 'new' ? newKey : editKey)(db, expenseId);

export async function keepDraft(db: CompanyDatabase, kind: DraftKind, draft: ExpenseDraft): Promise<void> {
  const row = { key: keyOf(db, kind, draft.expenseId), company_id: db.companyId, values: draft, changed_at: db.clock.now().toISOString() };
  try {
    await db.device.drafts.put(row);
  } catch (error) {
    throw toStorageError(error);
  }
}

export async function discardDraft(db: CompanyDatabase, kind: DraftKind, expenseId: string): Promise<void> {
  await db.device.drafts.delete(keyOf(db, kind, expenseId));
}

export async function draftOfEdit(db: CompanyDatabase, expenseId: string): Promise<StoredDraft | null> {
  const row = await db.device.drafts.get(editKey(db, expenseId));
  return row ? { ...(row.values as ExpenseDraft), changedAt: row.changed_at } : null;
}

/** Drafts of new expenses, latest first. */
export async function newDrafts(db: CompanyDatabase): Promise<StoredDraft[]> {
  const rows = await db.device.drafts
    .where('key')
    .startsWith(`${prefix(db)}new:`)
    .toArray();
  rows.sort((a, b) => (a.changed_at < b.changed_at ? 1 : -1));
  return rows.map((row) => ({ ...(row.values as ExpenseDraft), changedAt: row.changed_at }));
}
