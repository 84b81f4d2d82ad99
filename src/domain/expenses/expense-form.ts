import * as z from 'zod/mini';
import { amount } from '#domain/shared/fields.ts';
import { taxInGross } from '#domain/money/money.ts';
import { type ExpenseInput, expenseInputSchema } from './expense.ts';
import type { TaxLine } from './tax-line.ts';
import { taxFiguresOf, oneTaxLine, taxFaultIssue, taxLinesFault } from './tax-lines.ts';

/** What is typed; the amount may still be missing, the tax follows from amount and rate, or from a tax table where one is typed. */
export type ExpenseFormValues = Omit<ExpenseInput, 'amount' | 'tax_amount'> & { readonly amount: number | null };

/** What a person types. Zero is no expense; a refund is negative. */
export const expenseFormSchema = z
  .extend(z.omit(expenseInputSchema, { tax_amount: true }), {
    amount: amount().check(z.refine((value) => value !== 0, 'invalidAmount')),
  })
  .check((check) => {
    const fault = taxLinesFault(check.value.tax_lines ?? [], check.value);
    if (fault === null) return;
    check.issues.push({ code: 'custom', input: check.value.tax_lines, ...taxFaultIssue(fault) });
  });

/** An expense as the form shows it: without a table where one rate of the own country says it all. */
export function expenseFormValues({ tax_amount: _tax, tax_lines = [], ...values }: ExpenseInput, country: string): ExpenseFormValues {
  return { ...values, tax_lines: isOneRate({ ...values, tax_lines }, country) ? [] : tax_lines };
}

/** Whether amount and rate say all of its tax: a company in `country` needs no table for it. */
export const isOneRate = (expense: Pick<ExpenseInput, 'amount' | 'currency' | 'tax_rate' | 'tax_lines'>, country: string): boolean =>
  !expense.tax_lines?.length || JSON.stringify(expense.tax_lines.map(parts)) === JSON.stringify(oneTaxLine(expense, country).map(parts));
const parts = (line: Record<string, unknown>) => Object.entries(line).toSorted(([a], [b]) => (a < b ? -1 : 1));

/**
 * Completes what was typed by what follows from it. The day of payment is typed only where the company paid; what the author advanced is paid
 * by the step that reimburses it, so its day stays what it was `before`. `country` is the company's.
 */
export function expenseInputOf(values: ExpenseFormValues, before: ExpenseFormValues, country: string): TaxedInput {
  const advanced = before.is_reimbursable ? before.paid_on : null;
  const typed = { ...values, amount: values.amount ?? 0, tax_amount: 0, paid_on: values.is_reimbursable ? advanced : values.paid_on };
  return withTaxTable({ ...typed, tax_lines: typed.tax_lines?.length ? typed.tax_lines : undefined }, country);
}

export type TaxedInput = Omit<ExpenseInput, 'tax_lines'> & { readonly tax_lines: TaxLine[] };

/** With the table of its one rate where none is given, and with the figures that follow from the table. */
export function withTaxTable(input: ExpenseInput, country: string): TaxedInput {
  const tax_lines = input.tax_lines ?? oneTaxLine(input, country);
  return { ...input, tax_lines, ...taxFiguresOf(tax_lines, input.currency) };
}

type Taxed = Pick<ExpenseFormValues, 'amount' | 'tax_rate' | 'currency'>;

/** A gross amount, nothing while it is missing, with the tax contained in it. */
export function taxedAmount({ amount: typed, tax_rate, currency }: Taxed): Pick<ExpenseInput, 'amount' | 'tax_amount'> {
  const gross = typed ?? 0;
  return { amount: gross, tax_amount: tax_rate === null ? 0 : taxInGross(gross, tax_rate, currency) };
}
