import type { CategoryInput } from '#domain/expense-categories/expense-category.ts';
import type { OriginalMimeType, ReceiptMimeType } from '#domain/files/file.ts';
import { type Becomes, type DraftPlace, type DraftShelf, draftShelf } from './draft-shelf.ts';

/** What was typed into the form of one record, and what the form showed before: only what differs is saved. */
export type FormDraft<V> = {
  readonly before: V;
  readonly values: V;
  /** What was added to a form that takes receipts. */
  readonly receipts?: readonly DraftReceipt[];
};

/** The draft with what the form has now: one that an earlier version kept may lack a field, or what the form showed before. */
export function completedDraft<V extends object>({ before, values, ...more }: FormDraft<V>, start: V): FormDraft<V> {
  return { ...more, before: { ...start, ...before }, values: { ...start, ...values } };
}

/** A receipt that was added to a form that is not saved yet. The bytes are already prepared: sniffed, upright, scaled. */
export type DraftReceipt = {
  readonly id: string;
  readonly name: string;
  readonly mimeType: ReceiptMimeType;
  readonly sha256: string;
  readonly bytes: Blob;
  /** Small picture of an image; null for a PDF. */
  readonly thumbnail: Blob | null;
  /** As it was picked, where `bytes` are a picture made of it; missing in drafts of earlier versions. */
  readonly original?: { readonly bytes: Blob; readonly mimeType: OriginalMimeType; readonly sha256: string } | null;
};

/** What a form hands over to be saved as the record of this id. */
export type FormSave<V> = DraftPlace & FormDraft<V>;

export const formDrafts = <V>(form: string, becomes: Becomes<FormDraft<V>>): DraftShelf<FormDraft<V>> => draftShelf(form, becomes);

export const categoryDrafts = formDrafts<CategoryInput>('category', { collection: 'expense_categories' });
