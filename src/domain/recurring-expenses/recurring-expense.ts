import * as z from 'zod/mini';
import { expenseSchema } from '#domain/expenses/expense.ts';
import { LEAD_DAYS_MAX } from '#domain/recurring/generation.ts';
import { calendarDate, text } from '#domain/shared/fields.ts';

export const RECURRING_EXPENSE_INTERVALS = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const;

/** What expenses are generated from: one per period of its series, never two. */
export const recurringExpenseSchema = z.extend(
  z.pick(expenseSchema, {
    id: true,
    company_id: true,
    created_at: true,
    updated_at: true,
    rev: true,
    created_by: true,
    category_id: true,
    vendor_id: true,
    customer_id: true,
    description: true,
    amount: true,
    currency: true,
    tax_rate: true,
    tax_amount: true,
    payment_method: true,
    is_billable: true,
    is_reimbursable: true,
  }),
  {
    interval: z.enum(RECURRING_EXPENSE_INTERVALS),
    /** First period, and the day of the month that the series keeps. */
    start_date: calendarDate(),
    /** No period after this day. */
    end_date: z.nullable(calendarDate()),
    /** Periods before this day are left out: those of a pause, or those before the series was entered. */
    skip_before: z.nullable(calendarDate()),
    /** First period that was not generated yet (`nextGenerationDate`); may lie after `end_date`. */
    next_generation: calendarDate(),
    /** Newest period that was generated; the server's. */
    last_generated: z.nullable(calendarDate()),
    is_active: z.boolean(),
    auto_generate: z.boolean(),
    lead_days: z.int().check(z.minimum(0, 'invalidDays'), z.maximum(LEAD_DAYS_MAX, 'invalidDays')),
    /** A person's wish: generate this period now. The server takes it back when it is fulfilled. */
    generate_requested: z.nullable(calendarDate()),
    /** Why the newest generation failed: a refusal's key, with details after a colon; empty when all is well. The server's. */
    generation_error: text(500),
  },
);
export type RecurringExpense = z.infer<typeof recurringExpenseSchema>;

/** What a person may write. */
export const recurringExpenseInputSchema = z.pick(recurringExpenseSchema, {
  category_id: true,
  vendor_id: true,
  customer_id: true,
  description: true,
  amount: true,
  currency: true,
  tax_rate: true,
  tax_amount: true,
  payment_method: true,
  interval: true,
  start_date: true,
  end_date: true,
  skip_before: true,
  is_billable: true,
  is_reimbursable: true,
  auto_generate: true,
  lead_days: true,
});
export type RecurringExpenseInput = z.infer<typeof recurringExpenseInputSchema>;
