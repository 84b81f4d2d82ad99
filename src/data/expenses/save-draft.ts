import { type CommandContext, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { DraftReceipt, FormSave } from '#data/drafts/form-drafts.ts';
import { receiptsOf } from '#data/files/files.queries.ts';
import { addReceipt } from '#data/receipts/add-receipt.ts';
import { prepareReceipt } from '#data/receipts/prepare-receipt.ts';
import { shrinkInWorker } from '#data/receipts/shrink-in-worker.ts';
import { expenseFormSchema, type ExpenseFormValues, expenseInputOf } from '#domain/expenses/expense-form.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { createExpense, editExpense } from './expenses.commands.ts';

/**
 * Makes an expense with its receipts of what was typed. Whenever the browser dies on the way, the draft is still there, and saving it again
 * completes the same expense without a receipt twice.
 */
export async function saveDraft(db: CompanyDatabase, save: FormSave<ExpenseFormValues>, ctx: CommandContext): Promise<Expense> {
  const { kind, recordId: id, before, values } = save;
  const input = expenseInputOf(parseInput(expenseFormSchema, values), before);
  const expense =
    kind === 'new'
      ? await createExpense(db, { id, input }, ctx)
      : await editExpense(db, { id, input, opened: expenseInputOf(before, before) }, ctx);
  await attachReceipts(db, save, ctx);
  return expense;
}

async function attachReceipts(db: CompanyDatabase, { recordId, receipts = [] }: FormSave<unknown>, ctx: CommandContext): Promise<void> {
  const there = new Set((await receiptsOf(db, recordId)).map((file) => file.sha256));
  for (const receipt of receipts) {
    if (there.has(receipt.sha256)) continue;
    const file = new File([receipt.bytes], receipt.name, { type: receipt.mimeType });
    // It was decoded and scaled when it was added; doing it again would only take time.
    const alreadyPrepared = () => Promise.resolve({ stored: null, thumbnail: receipt.thumbnail ?? receipt.bytes });
    await addReceipt(db, ctx, { expenseId: recordId, file }, alreadyPrepared);
  }
}

/** Turns a picked, dropped, pasted or shared file into a receipt of a draft. AppErrors as `prepareReceipt`. */
export async function draftReceiptOf(file: File, ctx: CommandContext, shrink = shrinkInWorker): Promise<DraftReceipt> {
  const { name, mimeType, sha256, bytes, thumbnail } = await prepareReceipt(file, shrink);
  return { id: ctx.newId(), name, mimeType, sha256, bytes, thumbnail };
}
