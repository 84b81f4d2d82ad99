import { type CommandContext, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { type DraftKind, draftShelf } from '#data/drafts/draft-shelf.ts';
import { AppError } from '#domain/errors.ts';
import { lineProblems } from '#domain/invoices/invoice-form.ts';
import {
  type RecurringInvoiceFormValues,
  recurringInvoiceHeadSchema,
  recurringInvoiceInputOf,
} from '#domain/recurring-invoices/recurring-invoice-form.ts';
import type { RecurringInvoice, RecurringInvoiceInput } from '#domain/recurring-invoices/recurring-invoice.ts';
import { createRecurringInvoice, editRecurringInvoice } from './recurring-invoices.commands.ts';

export type RecurringInvoiceDraft = {
  /** The id the record will have, so that saving it twice makes one. */
  readonly recordId: string;
  readonly values: RecurringInvoiceFormValues;
};

export const recurringInvoiceDrafts = draftShelf<RecurringInvoiceDraft>('recurring_invoice', (draft) => draft.recordId);

export type RecurringInvoiceSave = {
  readonly kind: DraftKind;
  readonly draft: RecurringInvoiceDraft;
  /** What the form showed when it opened, for an edit. */
  readonly opened?: RecurringInvoiceInput;
};

/** Saves what was typed. What this device kept of the form goes last: a crash on the way leaves it to be saved again. */
export async function saveRecurringInvoice(
  db: CompanyDatabase,
  { kind, draft, opened }: RecurringInvoiceSave,
  ctx: CommandContext,
): Promise<RecurringInvoice> {
  const { recordId: id, values } = draft;
  parseInput(recurringInvoiceHeadSchema, values.head);
  const issues = Object.entries(lineProblems(values.lines)).flatMap(([line, problems]) =>
    Object.entries(problems).map(([field, message]) => ({ path: `lines.${line}.${field}`, message })),
  );
  if (issues.length > 0) throw new AppError('invalid_input', { issues });
  const input = recurringInvoiceInputOf(values);
  const saved =
    kind === 'new'
      ? await createRecurringInvoice(db, { id, input }, ctx)
      : await editRecurringInvoice(db, { id, input, ...(opened ? { opened } : {}) }, ctx);
  await recurringInvoiceDrafts.discard(db, kind, id);
  return saved;
}
