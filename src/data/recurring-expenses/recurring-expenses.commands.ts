import { type CommandContext, authorise, newRecord, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { editRecord } from '#data/core/edit-record.ts';
import { readStored } from '#data/core/stored.ts';
import { changeRecord, insertRecord, removeRecord } from '#data/core/write.ts';
import { AppError } from '#domain/errors.ts';
import { generationRefusal, resumed, withNextDate } from '#domain/recurring/series-steps.ts';
import { expenseRule } from '#domain/recurring-expenses/recurring-expense-form.ts';
import {
  type RecurringExpense,
  type RecurringExpenseInput,
  recurringExpenseInputSchema,
} from '#domain/recurring-expenses/recurring-expense.ts';

type Save = {
  /** A second call for the same id changes what the first one wrote. */ readonly id: string;
  readonly input: RecurringExpenseInput;
};

export async function createRecurringExpense(db: CompanyDatabase, { id, input }: Save, ctx: CommandContext): Promise<RecurringExpense> {
  const values = parseInput(recurringExpenseInputSchema, input);
  authorise(ctx, 'recurring_expenses.create');
  if ((await readStored(db, 'recurring_expenses', [id])).has(id)) return editRecurringExpense(db, { id, input: values }, ctx);
  const item: RecurringExpense = {
    ...newRecord(ctx),
    id,
    ...values,
    is_active: true,
    next_generation: values.start_date,
    last_generated: null,
    generate_requested: null,
    generation_error: '',
    created_by: ctx.userId,
  };
  return insertRecord(db, 'recurring_expenses', dated(item));
}

/** Saves what was really changed in the form: `opened` is what the form showed when it opened. The next date stays the server's. */
export async function editRecurringExpense(
  db: CompanyDatabase,
  { id, input, opened = {} }: Save & { readonly opened?: Partial<RecurringExpenseInput> },
  ctx: CommandContext,
): Promise<RecurringExpense> {
  const values = parseInput(recurringExpenseInputSchema, input);
  authorise(ctx, 'recurring_expenses.update');
  return editRecord(db, 'recurring_expenses', id, { opened, values });
}

export async function pauseRecurringExpense(db: CompanyDatabase, id: string, ctx: CommandContext): Promise<RecurringExpense> {
  authorise(ctx, 'recurring_expenses.update');
  return changeRecord(db, 'recurring_expenses', id, (current) => ({ ...current, is_active: false, generate_requested: null }));
}

/** Active again; the periods of the pause are left out unless they are to be made up for. */
export async function resumeRecurringExpense(
  db: CompanyDatabase,
  { id, isMadeUp }: { readonly id: string; readonly isMadeUp: boolean },
  ctx: CommandContext,
): Promise<RecurringExpense> {
  authorise(ctx, 'recurring_expenses.update');
  return changeRecord(db, 'recurring_expenses', id, (current) => {
    const { next_generation } = current; // stays the server's
    return { ...resumed(dated(current), { today: ctx.today(), isMadeUp }), next_generation };
  });
}

/** What was generated from it stays. */
export async function deleteRecurringExpense(db: CompanyDatabase, id: string, ctx: CommandContext): Promise<void> {
  authorise(ctx, 'recurring_expenses.delete');
  await removeRecord(db, 'recurring_expenses', id);
}

/** The wish to generate the next period now: it is on the server a moment later, or with the next sync. */
export async function requestExpenseGeneration(db: CompanyDatabase, id: string, ctx: CommandContext): Promise<RecurringExpense> {
  return changeRecord(db, 'recurring_expenses', id, (current) => {
    const item = dated(current);
    const refusal = generationRefusal(item, ctx.access, 'recurring_expenses.update');
    if (refusal === 'not_allowed') throw new AppError('not_allowed');
    if (refusal !== null) throw new AppError('invalid_transition', { reason: refusal });
    return { ...current, generate_requested: item.next_generation };
  });
}

/** Takes the wish back as long as the server has not fulfilled it. */
export async function withdrawExpenseGeneration(db: CompanyDatabase, id: string, ctx: CommandContext): Promise<RecurringExpense> {
  authorise(ctx, 'recurring_expenses.update');
  return changeRecord(db, 'recurring_expenses', id, (current) => ({ ...current, generate_requested: null }));
}

const dated = (item: RecurringExpense): RecurringExpense => withNextDate(item, expenseRule(item));
