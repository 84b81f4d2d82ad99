import * as z from 'zod/mini';
import { amount } from '#domain/shared/fields.ts';
import { taxInGross } from '#domain/money/money.ts';
import { type ExpenseInput, expenseInputSchema } from './expense.ts';

/** What is typed; the amount may still be missing, the tax follows from amount and rate. */
export type ExpenseFormValues = Omit<ExpenseInput, 'amount' | 'tax_amount'> & { readonly amount: number | null };

/** What a person types. Zero is no expense; a refund is negative. */
export const expenseFormSchema = z.extend(z.omit(expenseInputSchema, { tax_amount: true }), {
  amount: amount().check(z.refine((value) => value !== 0, 'invalidAmount')),
});

/** An expense as the form shows it. */
export function expenseFormValues({ tax_amount: _tax, ...values }: ExpenseInput): ExpenseFormValues {
  return values;
}

/**
 * Completes what was typed by what follows from it. The day of payment is typed only where the company paid; what the author advanced is paid
 * by the step that reimburses it, so its day stays what it was `before`.
 */
export function expenseInputOf(values: ExpenseFormValues, before: ExpenseFormValues): ExpenseInput {
  const advanced = before.is_reimbursable ? before.paid_on : null;
  return { ...values, ...taxedAmount(values), paid_on: values.is_reimbursable ? advanced : values.paid_on };
}

type Taxed = Pick<ExpenseFormValues, 'amount' | 'tax_rate' | 'currency'>;

/** A gross amount, nothing while it is missing, with the tax contained in it. */
export function taxedAmount({ amount: typed, tax_rate, currency }: Taxed): Pick<ExpenseInput, 'amount' | 'tax_amount'> {
  const gross = typed ?? 0;
  return { amount: gross, tax_amount: tax_rate === null ? 0 : taxInGross(gross, tax_rate, currency) };
}
