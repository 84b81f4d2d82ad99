import * as z from 'zod/mini';
import { exchangeSchema } from '#domain/exchange/document-exchange.ts';
import { amount, calendarDate, currencyCode, instant, percent, text, uuid } from '#domain/shared/fields.ts';
import { recordSchema } from '#domain/shared/record.ts';
import { TAX_LINES_MAX, taxLineSchema } from './tax-line.ts';

export const EXPENSE_STATUSES = ['pending', 'approved', 'rejected', 'reimbursed'] as const;
export type ExpenseStatus = (typeof EXPENSE_STATUSES)[number];

export const expenseSchema = z.extend(recordSchema, {
  /** Given by the server (`EXP-{year}-{number}`); null until this record has been there once. */
  number: z.nullable(text(60)),
  created_by: uuid(),
  category_id: z.nullable(uuid()),
  vendor_id: z.nullable(uuid()),
  customer_id: z.nullable(uuid()),
  description: text(1000),
  /** Gross, in major units of `currency`. */
  amount: amount(),
  currency: currencyCode(),
  /** Percent contained in `amount`; null when the receipt shows no tax, or several rates. Follows from `tax_lines`. */
  tax_rate: z.nullable(percent()),
  /** Tax contained in `amount`, major units. Follows from `tax_lines`. */
  tax_amount: amount(),
  /** The tax table as printed; empty when the receipt shows no tax, or where figures of an older app contradict themselves. */
  tax_lines: z._default(z.array(taxLineSchema).check(z.maxLength(TAX_LINES_MAX, 'tooLong')), []),
  expense_date: calendarDate(),
  status: z.enum(EXPENSE_STATUSES),
  rejection_reason: text(1000),
  is_billable: z.boolean(),
  is_reimbursable: z.boolean(),
  /** What it is worth in the books: until it is approved only a rate that a person entered, then frozen; null in the currency of the books. */
  exchange: z._default(z.nullable(exchangeSchema), null),
  /** When the author got the money back, or the bill was paid. */
  paid_on: z.nullable(calendarDate()),
  payment_method: z.enum(['', 'cash', 'card', 'bank_transfer', 'private', 'other']),
  /** Somebody has said that it is another one than the expense of the same vendor, amount and day (SYNC-49). */
  is_separate: z.boolean(),
  decided_by: z.nullable(uuid()),
  decided_at: z.nullable(instant()),
  /** What it was generated from, and for which period of that series; never two for one. */
  recurring_expense_id: z.nullable(uuid()),
  recurring_period: z.nullable(calendarDate()),
  /** When it was approved for the first time: since then it can't be deleted, whatever became of it. */
  booked_at: z.nullable(instant()),
  /** The day it counts on in the books, where the month of `expense_date` was closed when it was approved; null: `expense_date`. */
  booked_on: z.nullable(calendarDate()),
  /** The booking that this one takes back, wholly: the same with the sign turned. */
  reverses_expense_id: z.nullable(uuid()),
  /** Why it was reversed; empty on what reverses nothing. */
  reversal_reason: text(1000),
});
export type Expense = z.infer<typeof expenseSchema>;

const typedSchema = z.pick(expenseSchema, {
  category_id: true,
  vendor_id: true,
  customer_id: true,
  description: true,
  amount: true,
  currency: true,
  tax_rate: true,
  tax_amount: true,
  expense_date: true,
  is_billable: true,
  is_reimbursable: true,
  paid_on: true,
  payment_method: true,
});
export const expenseInputSchema = z.extend(typedSchema, {
  is_separate: z.optional(z.boolean()),
  exchange: z.optional(z.nullable(exchangeSchema)),
  /** Without it the one line that rate and amount make. */
  tax_lines: z.optional(z.array(taxLineSchema).check(z.maxLength(TAX_LINES_MAX, 'tooLong'))),
});
export type ExpenseInput = z.infer<typeof expenseInputSchema>;
