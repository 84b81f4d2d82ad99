import { type CommandContext, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { StoredDraft } from '#data/drafts/draft-shelf.ts';
import type { FormDraft, FormSave } from '#data/drafts/form-drafts.ts';
import { receiptsOf } from '#data/files/files.queries.ts';
import { addReceipt } from '#data/receipts/add-receipt.ts';
import { dropKept, prepareKept, receiptsKeptFor } from '#data/receipts/draft-receipts.ts';
import { expenseFormSchema, type ExpenseFormValues, expenseInputOf } from '#domain/expenses/expense-form.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { AppError } from '#domain/errors.ts';
import { createExpense, editExpense, ownCountry } from './expenses.commands.ts';

/**
 * Makes an expense with its receipts of what was typed. Whenever the browser dies on the way, the draft is still there, and saving it again
 * completes the same expense without a receipt twice.
 */
export async function saveExpense(db: CompanyDatabase, save: FormSave<ExpenseFormValues>, ctx: CommandContext): Promise<Expense> {
  const { kind, recordId: id, before, values } = save;
  const country = await ownCountry(db, ctx);
  const input = expenseInputOf(parseInput(expenseFormSchema, values), before, country);
  const opened = expenseInputOf(before, before, country);
  const expense =
    kind === 'new'
      ? await createExpense(db, { id, input, before: opened, country }, ctx)
      : await editExpense(db, { id, input, opened, country }, ctx);
  await attachReceipts(db, save, ctx);
  return expense;
}

/** Attaches to a new expense what was picked for it: saving it died after the expense, before its receipts (SYNC-67). */
export async function attachLeft(
  db: CompanyDatabase,
  ctx: CommandContext,
  { recordId, draft }: StoredDraft<FormDraft<ExpenseFormValues>>,
): Promise<void> {
  const place = { kind: 'new', recordId } as const;
  const receipts = [...(draft.receipts ?? [])];
  for (const { id } of await receiptsKeptFor(db, place)) {
    // One that can't be prepared now stays, and comes into the expense's own form.
    const made = await prepareKept(db, place, id).catch((error: unknown) => {
      if (error instanceof AppError && error.data['isKept'] === true) return null;
      throw error;
    });
    if (made) receipts.push(made);
  }
  await attachReceipts(db, { ...place, ...draft, receipts }, ctx);
}

async function attachReceipts(db: CompanyDatabase, save: FormSave<unknown>, ctx: CommandContext): Promise<void> {
  const { recordId, receipts = [] } = save;
  if (receipts.length === 0) return;
  const there = new Set((await receiptsOf(db, recordId)).map((file) => file.sha256));
  for (const receipt of receipts) {
    const file = new File([receipt.bytes], receipt.name, { type: receipt.mimeType });
    // It was decoded and scaled when it was added; doing it again would only take time.
    const alreadyPrepared = () => Promise.resolve({ stored: null, thumbnail: receipt.thumbnail ?? receipt.bytes });
    const { id, original = null } = receipt;
    if (!there.has(receipt.sha256)) await addReceipt(db, ctx, { expenseId: recordId, file, id, original }, alreadyPrepared);
    await dropKept(db, save, [receipt.id]);
  }
}
