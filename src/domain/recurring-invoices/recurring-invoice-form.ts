import * as z from 'zod/mini';
import type { InvoiceInput } from '#domain/invoices/invoice.ts';
import { formTaxMode, type InvoiceLine, invoiceFormValues, itemsOf, linesOf } from '#domain/invoices/invoice-form.ts';
import { invoiceInterval, type Recurrence } from '#domain/recurring/recurrence.ts';
import { type RecurringInvoice, type RecurringInvoiceInput, recurringInvoiceInputSchema } from './recurring-invoice.ts';

/** What is typed above and below the lines; the customer may still be missing. */
export type RecurringInvoiceHead = Omit<RecurringInvoiceInput, 'items' | 'customer_id'> & { readonly customer_id: string | null };
export type RecurringInvoiceFormValues = { readonly head: RecurringInvoiceHead; readonly lines: readonly InvoiceLine[] };

export const recurringInvoiceHeadSchema = z
  .extend(z.omit(recurringInvoiceInputSchema, { items: true, customer_id: true }), {
    customer_id: z.nullable(recurringInvoiceInputSchema.shape.customer_id),
  })
  .check((check) => {
    const { customer_id, start_date, end_date } = check.value;
    if (customer_id === null) check.issues.push({ code: 'custom', input: null, path: ['customer_id'], message: 'required' });
    if (end_date !== null && end_date < start_date)
      check.issues.push({ code: 'custom', input: end_date, path: ['end_date'], message: 'periodReversed' });
  });

/** What the form holds, as a command takes it. What the schema and `lineProblems` name has to be mended before. */
export function recurringInvoiceInputOf({ head, lines }: RecurringInvoiceFormValues): RecurringInvoiceInput {
  const items = itemsOf(lines);
  return { ...head, tax_mode: formTaxMode(items, head.tax_mode), customer_id: head.customer_id ?? '', items };
}

/** A recurring invoice as the form shows it. */
export function recurringInvoiceFormValues({ items, ...head }: RecurringInvoiceInput): RecurringInvoiceFormValues {
  return { head, lines: linesOf(items, head.tax_mode) };
}

type Schedule = Pick<RecurringInvoiceInput, 'auto_generate' | 'lead_days' | 'generate_as'>;

/** A form filled from an invoice, or from the defaults of a new one: monthly from `today`, on the company's terms for recurring items. */
export function recurringFromInvoice(
  invoice: InvoiceInput,
  { schedule, today, newId }: { readonly schedule: Schedule; readonly today: string; readonly newId: () => string },
): RecurringInvoiceFormValues {
  const { customer_id, currency, language, due_days, reference, notes, internal_notes, payment_terms, tax_mode } = invoice;
  return {
    head: {
      customer_id,
      currency,
      language,
      due_days,
      reference,
      notes,
      internal_notes,
      payment_terms,
      tax_mode,
      ...schedule,
      name: '',
      interval: 'monthly',
      start_date: today,
      end_date: null,
      skip_before: null,
    },
    lines: invoiceFormValues(invoice).lines.map((line) => ({ ...line, id: newId() })),
  };
}

type Scheduled = Pick<RecurringInvoice, 'interval' | 'start_date' | 'end_date' | 'last_generated' | 'skip_before'>;

/** The series of dates of a recurring invoice. */
export const invoiceRule = ({ interval, start_date, end_date, last_generated, skip_before }: Scheduled): Recurrence => ({
  interval: invoiceInterval(interval),
  start_date,
  end_date,
  last_generated,
  skip_before,
});
