import * as z from 'zod/mini';
import { documentLineSchema, ITEMS_MAX } from '#domain/invoices/invoice.ts';
import { GENERATE_AS, LEAD_DAYS_MAX } from '#domain/recurring/generation.ts';
import { calendarDate, currencyCode, text, uuid } from '#domain/shared/fields.ts';
import { recordSchema } from '#domain/shared/record.ts';
import { TAX_MODES } from '#domain/tax/tax-mode.ts';

export const RECURRING_INVOICE_INTERVALS = ['weekly', 'monthly', 'quarterly', 'yearly'] as const;

/** What invoices are generated from: one per period of its series, never two. */
export const recurringInvoiceSchema = z.extend(recordSchema, {
  /** The company's own label; may be empty. */
  name: text(),
  customer_id: uuid(),
  is_active: z.boolean(),
  /** One of `RECURRING_INVOICE_INTERVALS`; any other value counts as monthly. */
  interval: text(20),
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
  currency: currencyCode(),
  language: z.enum(['en', 'de']),
  due_days: z.int().check(z.minimum(0, 'invalidDays'), z.maximum(365, 'invalidDays')),
  reference: text(),
  notes: text(4000),
  internal_notes: text(4000),
  payment_terms: text(500),
  tax_mode: z.enum(TAX_MODES),
  /** `ready_to_issue`: the server issues what it generates, or leaves a draft and says why in `generation_error`. */
  generate_as: z.enum(GENERATE_AS),
  lead_days: z.int().check(z.minimum(0, 'invalidDays'), z.maximum(LEAD_DAYS_MAX, 'invalidDays')),
  auto_generate: z.boolean(),
  created_by: uuid(),
  /** A person's wish: generate this period now. The server takes it back when it is fulfilled. */
  generate_requested: z.nullable(calendarDate()),
  /** Why the newest generation did not become what was asked for: a refusal's key, with details after a colon; empty when all is well. The server's. */
  generation_error: text(500),
  items: z.array(documentLineSchema).check(z.maxLength(ITEMS_MAX, 'tooManyItems')),
});
export type RecurringInvoice = z.infer<typeof recurringInvoiceSchema>;

/** What a person may write. */
export const recurringInvoiceInputSchema = z.pick(recurringInvoiceSchema, {
  name: true,
  customer_id: true,
  interval: true,
  start_date: true,
  end_date: true,
  skip_before: true,
  currency: true,
  language: true,
  due_days: true,
  reference: true,
  notes: true,
  internal_notes: true,
  payment_terms: true,
  tax_mode: true,
  generate_as: true,
  lead_days: true,
  auto_generate: true,
  items: true,
});
export type RecurringInvoiceInput = z.infer<typeof recurringInvoiceInputSchema>;
