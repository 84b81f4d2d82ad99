import { type CommandContext, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { DraftKind } from '#data/drafts/draft-shelf.ts';
import { receiptsOf } from '#data/files/files.queries.ts';
import { addReceipt } from '#data/receipts/add-receipt.ts';
import { prepareReceipt } from '#data/receipts/prepare-receipt.ts';
import { shrinkInWorker } from '#data/receipts/shrink-in-worker.ts';
import { expenseFormSchema, expenseInputOf } from '#domain/expenses/expense-form.ts';
import type { Expense, ExpenseInput } from '#domain/expenses/expense.ts';
import { type DraftReceipt, type ExpenseDraft, expenseDrafts } from './expense-drafts.ts';
import { createExpense, editExpense } from './expenses.commands.ts';

export type DraftSave = {
  readonly kind: DraftKind;
  readonly draft: ExpenseDraft;
  /** What the form showed when it opened, for an edit. */
  readonly opened?: ExpenseInput;
};

/**
 * Makes an expense with its receipts of a draft. The draft goes last: whenever the browser dies on the way, the draft is still there,
 * and saving it again completes the same expense without a receipt twice.
 */
export async function saveDraft(db: CompanyDatabase, { kind, draft, opened }: DraftSave, ctx: CommandContext): Promise<Expense> {
  const typed = parseInput(expenseFormSchema, draft.values);
  const input = expenseInputOf(typed, opened?.paid_on ?? null);
  const id = draft.expenseId;
  const expense =
    kind === 'new' ? await createExpense(db, { id, input }, ctx) : await editExpense(db, { id, input, ...(opened ? { opened } : {}) }, ctx);
  await attachReceipts(db, draft, ctx);
  await expenseDrafts.discard(db, kind, id);
  return expense;
}

async function attachReceipts(db: CompanyDatabase, draft: ExpenseDraft, ctx: CommandContext): Promise<void> {
  const there = new Set((await receiptsOf(db, draft.expenseId)).map((file) => file.sha256));
  for (const receipt of draft.receipts) {
    if (there.has(receipt.sha256)) continue;
    const file = new File([receipt.bytes], receipt.name, { type: receipt.mimeType });
    // It was decoded and scaled when it was added; doing it again would only take time.
    const alreadyPrepared = () => Promise.resolve({ stored: null, thumbnail: receipt.thumbnail ?? receipt.bytes });
    await addReceipt(db, ctx, { expenseId: draft.expenseId, file }, alreadyPrepared);
  }
}

/** Turns a picked, dropped, pasted or shared file into a receipt of a draft. AppErrors as `prepareReceipt`. */
export async function draftReceiptOf(file: File, ctx: CommandContext, shrink = shrinkInWorker): Promise<DraftReceipt> {
  const { name, mimeType, sha256, bytes, thumbnail } = await prepareReceipt(file, shrink);
  return { id: ctx.newId(), name, mimeType, sha256, bytes, thumbnail };
}
