import type { CommandContext } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { type FormSave, formDrafts } from '#data/drafts/form-drafts.ts';
import { parseDocument } from '#data/invoices/invoice-drafts.ts';
import {
  type RecurringInvoiceFormValues,
  recurringInvoiceHeadSchema,
  recurringInvoiceInputOf,
} from '#domain/recurring-invoices/recurring-invoice-form.ts';
import type { RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';
import { createRecurringInvoice, editRecurringInvoice } from './recurring-invoices.commands.ts';

export const recurringInvoiceDrafts = formDrafts<RecurringInvoiceFormValues>('recurring_invoice', { collection: 'recurring_invoices' });

/** Makes a recurring invoice of what was typed, or changes it by what was typed. */
export async function saveRecurringInvoice(
  db: CompanyDatabase,
  { kind, recordId: id, before, values }: FormSave<RecurringInvoiceFormValues>,
  ctx: CommandContext,
): Promise<RecurringInvoice> {
  const input = recurringInvoiceInputOf(parseDocument(recurringInvoiceHeadSchema, values));
  if (kind === 'new') return createRecurringInvoice(db, { id, input, before: recurringInvoiceInputOf(before) }, ctx);
  return editRecurringInvoice(db, { id, input, opened: recurringInvoiceInputOf(before) }, ctx);
}
