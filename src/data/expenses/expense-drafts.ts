import { draftShelf } from '#data/drafts/draft-shelf.ts';
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

export const expenseDrafts = draftShelf<ExpenseDraft>('expense', (draft) => draft.expenseId);
