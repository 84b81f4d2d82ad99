import { type CommandContext, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { type FormSave, formDrafts } from '#data/drafts/form-drafts.ts';
import {
  type RecurringExpenseFormValues,
  recurringExpenseFormSchema,
  recurringExpenseInputOf,
} from '#domain/recurring-expenses/recurring-expense-form.ts';
import type { RecurringExpense } from '#domain/recurring-expenses/recurring-expense.ts';
import { createRecurringExpense, editRecurringExpense } from './recurring-expenses.commands.ts';

export const recurringExpenseDrafts = formDrafts<RecurringExpenseFormValues>('recurring_expense', { collection: 'recurring_expenses' });

/** Makes a recurring expense of what was typed, or changes it by what was typed. */
export async function saveRecurringExpense(
  db: CompanyDatabase,
  { kind, recordId: id, before, values }: FormSave<RecurringExpenseFormValues>,
  ctx: CommandContext,
): Promise<RecurringExpense> {
  const input = recurringExpenseInputOf(parseInput(recurringExpenseFormSchema, values));
  if (kind === 'new') return createRecurringExpense(db, { id, input, before: recurringExpenseInputOf(before) }, ctx);
  return editRecurringExpense(db, { id, input, opened: recurringExpenseInputOf(before) }, ctx);
}
