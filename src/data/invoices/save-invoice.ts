import type { CommandContext } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { FormSave } from '#data/drafts/form-drafts.ts';
import { type InvoiceFormValues, invoiceHeadSchema, invoiceInputOf } from '#domain/invoices/invoice-form.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { parseDocument } from './invoice-drafts.ts';
import { createInvoiceDraft, editInvoiceDraft } from './invoices.commands.ts';

/** Makes an invoice of what was typed, or changes it by what was typed. */
export async function saveInvoice(
  db: CompanyDatabase,
  { kind, recordId: id, before, values }: FormSave<InvoiceFormValues>,
  ctx: CommandContext,
): Promise<Invoice> {
  const input = invoiceInputOf(parseDocument(invoiceHeadSchema, values));
  if (kind === 'new') return createInvoiceDraft(db, { id, input, before: invoiceInputOf(before) }, ctx);
  return editInvoiceDraft(db, { id, input, opened: invoiceInputOf(before) }, ctx);
}
