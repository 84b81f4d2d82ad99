import { type CommandContext, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { DraftKind } from '#data/drafts/draft-shelf.ts';
import { AppError } from '#domain/errors.ts';
import { invoiceHeadSchema, invoiceInputOf, lineProblems } from '#domain/invoices/invoice-form.ts';
import type { Invoice, InvoiceInput } from '#domain/invoices/invoice.ts';
import { type InvoiceDraft, invoiceDrafts } from './invoice-drafts.ts';
import { createInvoiceDraft, editInvoiceDraft } from './invoices.commands.ts';

export type InvoiceSave = {
  readonly kind: DraftKind;
  readonly draft: InvoiceDraft;
  /** What the form showed when it opened, for an edit. */
  readonly opened?: InvoiceInput;
};

/** Makes an invoice of what was typed. What this device kept of the form goes last: a crash on the way leaves it to be saved again. */
export async function saveInvoiceDraft(db: CompanyDatabase, { kind, draft, opened }: InvoiceSave, ctx: CommandContext): Promise<Invoice> {
  const { invoiceId: id, values } = draft;
  const head = parseInput(invoiceHeadSchema, values.head);
  const issues = Object.entries(lineProblems(values.lines)).flatMap(([line, problems]) =>
    Object.entries(problems).map(([field, message]) => ({ path: `lines.${line}.${field}`, message })),
  );
  if (issues.length > 0) throw new AppError('invalid_input', { issues });
  const input = invoiceInputOf({ head, lines: values.lines });
  const invoice =
    kind === 'new'
      ? await createInvoiceDraft(db, { id, input }, ctx)
      : await editInvoiceDraft(db, { id, input, ...(opened ? { opened } : {}) }, ctx);
  await invoiceDrafts.discard(db, kind, id);
  return invoice;
}
