import * as z from 'zod/mini';
import type { Expense } from '#domain/expenses/expense.ts';
import { taxedAmount } from '#domain/expenses/expense-form.ts';
import { amount } from '#domain/shared/fields.ts';
import { expenseInterval, INTERVALS, type Recurrence } from '#domain/recurring/recurrence.ts';
import { type RecurringExpense, type RecurringExpenseInput, recurringExpenseInputSchema } from './recurring-expense.ts';

/** What is typed; the amount may still be missing, the tax follows from amount and rate. */
export type RecurringExpenseFormValues = Omit<RecurringExpenseInput, 'amount' | 'tax_amount'> & { readonly amount: number | null };

/** What a person types. Zero is no expense. */
export const recurringExpenseFormSchema = z
  .extend(z.omit(recurringExpenseInputSchema, { tax_amount: true }), {
    amount: amount().check(z.refine((value) => value !== 0, 'invalidAmount')),
  })
  .check((check) => {
    const { start_date, end_date } = check.value;
    if (end_date === null || end_date >= start_date) return;
    check.issues.push({ code: 'custom', input: end_date, path: ['end_date'], message: 'periodReversed' });
  });

/** Completes what was typed by what follows from it; an amount that the schema asks for in vain counts as nothing. */
export function recurringExpenseInputOf(values: RecurringExpenseFormValues): RecurringExpenseInput {
  return { ...values, ...taxedAmount(values) };
}

/** A recurring expense as the form shows it. */
export function recurringExpenseFormValues({ tax_amount: _tax, ...values }: RecurringExpenseInput): RecurringExpenseFormValues {
  return values;
}

type Scheduled = Pick<RecurringExpense, 'interval' | 'start_date' | 'end_date' | 'last_generated' | 'skip_before'>;

/** The series of dates of a recurring expense. Throws `Unknown interval: <value>` (spec §8). */
export const expenseRule = ({ interval, start_date, end_date, last_generated, skip_before }: Scheduled): Recurrence => ({
  interval: expenseInterval(interval),
  start_date,
  end_date,
  last_generated,
  skip_before,
});

/** The same, or null for an interval that this version does not know: such a record is shown, its dates are not. */
export const knownExpenseRule = (item: Scheduled): Recurrence | null => (INTERVALS.includes(item.interval) ? expenseRule(item) : null);

type Defaults = {
  readonly currency: string;
  readonly taxRate: number | null;
  readonly schedule: Pick<RecurringExpenseInput, 'auto_generate' | 'lead_days'>;
  readonly today: string;
};

/** A form filled from an expense, or from the defaults of a new one: monthly from `today`. */
export function recurringFromExpense(
  expense: Expense | null,
  { currency, taxRate, schedule, today }: Defaults,
): RecurringExpenseFormValues {
  const { auto_generate, lead_days } = schedule;
  return {
    category_id: expense?.category_id ?? null,
    vendor_id: expense?.vendor_id ?? null,
    customer_id: expense?.customer_id ?? null,
    description: expense?.description ?? '',
    amount: expense?.amount ?? null,
    currency: expense?.currency ?? currency,
    tax_rate: expense ? expense.tax_rate : taxRate,
    payment_method: expense?.payment_method ?? '',
    is_billable: expense?.is_billable ?? false,
    is_reimbursable: expense?.is_reimbursable ?? false,
    interval: 'monthly',
    start_date: today,
    end_date: null,
    skip_before: null,
    auto_generate,
    lead_days,
  };
}
