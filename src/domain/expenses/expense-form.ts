import * as z from 'zod/mini';
import { amount } from '#domain/shared/fields.ts';
import { taxInGross } from '#domain/money/money.ts';
import { type ExpenseInput, expenseInputSchema } from './expense.ts';

/** What a person types. Zero is no expense; a refund is negative. */
export const expenseFormSchema = z.extend(z.omit(expenseInputSchema, { tax_amount: true, paid_on: true }), {
  amount: amount().check(z.refine((value) => value !== 0, 'invalidAmount')),
});
type Typed = Omit<ExpenseInput, 'tax_amount' | 'paid_on'>;

/** Completes what was typed by what follows from it. */
export function expenseInputOf(typed: Typed, paidOn: string | null): ExpenseInput {
  return { ...typed, tax_amount: typed.tax_rate === null ? 0 : taxInGross(typed.amount, typed.tax_rate, typed.currency), paid_on: paidOn };
}
