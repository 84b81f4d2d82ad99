import { type CommandContext, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { type DraftKind, draftShelf } from '#data/drafts/draft-shelf.ts';
import {
  type RecurringExpenseFormValues,
  recurringExpenseFormSchema,
  recurringExpenseInputOf,
} from '#domain/recurring-expenses/recurring-expense-form.ts';
import type { RecurringExpense, RecurringExpenseInput } from '#domain/recurring-expenses/recurring-expense.ts';
import { createRecurringExpense, editRecurringExpense } from './recurring-expenses.commands.ts';

export type RecurringExpenseDraft = {
  /** The id the record will have, so that saving it twice makes one. */
  readonly recordId: string;
  readonly values: RecurringExpenseFormValues;
};

export const recurringExpenseDrafts = draftShelf<RecurringExpenseDraft>('recurring_expense', (draft) => draft.recordId);

export type RecurringExpenseSave = {
  readonly kind: DraftKind;
  readonly draft: RecurringExpenseDraft;
  /** What the form showed when it opened, for an edit. */
  readonly opened?: RecurringExpenseInput;
};

/** Saves what was typed. What this device kept of the form goes last: a crash on the way leaves it to be saved again. */
export async function saveRecurringExpense(
  db: CompanyDatabase,
  { kind, draft, opened }: RecurringExpenseSave,
  ctx: CommandContext,
): Promise<RecurringExpense> {
  const { recordId: id, values } = draft;
  const input = recurringExpenseInputOf(parseInput(recurringExpenseFormSchema, values));
  const saved =
    kind === 'new'
      ? await createRecurringExpense(db, { id, input }, ctx)
      : await editRecurringExpense(db, { id, input, ...(opened ? { opened } : {}) }, ctx);
  await recurringExpenseDrafts.discard(db, kind, id);
  return saved;
}
