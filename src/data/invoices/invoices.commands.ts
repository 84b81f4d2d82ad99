import { outboxKey } from '#data/changes/outbox-row.ts';
import { nextNumber } from '#data/leases/kept-leases.ts';
import { refuseUnlessAsShown } from '#data/core/as-shown.ts';
import { type CommandContext, authorise, newRecord, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { editRecord, openedAgain } from '#data/core/edit-record.ts';
import { readStored } from '#data/core/stored.ts';
import { changeRecord, insertRecord, removeRecord } from '#data/core/write.ts';
import { writeTogether } from '#data/core/write-together.ts';
import { correctionSources, refuseProblems } from './corrections.commands.ts';
import { completeCompany } from '#domain/companies/company.ts';
import { enteredExchange } from '#domain/exchange/document-exchange.ts';
import { AppError } from '#domain/errors.ts';
import { draftInvoice, duplicateInput } from '#domain/invoices/invoice-draft.ts';
import { itemsAsShown } from '#domain/invoices/invoice-form.ts';
import {
  cancelled,
  cancelRefusal,
  invoiceDeleteRefusal,
  invoiceEditRefusal,
  type InvoiceRefusal,
  issueRefusal,
  notesRefusal,
  notSent,
  readyToIssue,
  sendRefusal,
  sent,
  withdrawn,
  withdrawRefusal,
} from '#domain/invoices/invoice-lifecycle.ts';
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts';
import { type Invoice, type InvoiceInput, invoiceInputSchema } from '#domain/invoices/invoice.ts';
import { issuedFromLease, leaseObstacle } from '#domain/invoices/leased-issue.ts';
import { isCancellationWaiting, isStillClaiming, replacedId, replacementId, replacementInput } from '#domain/invoices/replacement.ts';
import { issueProblems } from '#domain/invoices/issue-problems.ts';
import { taxModeOf } from '#domain/tax/line-tax.ts';
import { text } from '#domain/shared/fields.ts';

type DraftSave = {
  /** The draft's id: a second call for the same draft changes what the first one wrote. */
  readonly id: string;
  readonly input: InvoiceInput;
};

/** Writes a new draft. Neither a double click nor a crash between two steps makes a second one. */
export async function createInvoiceDraft(
  db: CompanyDatabase,
  { id, input, before }: DraftSave & { readonly before?: Partial<InvoiceInput> },
  ctx: CommandContext,
): Promise<Invoice> {
  const values = parseInput(invoiceInputSchema, input);
  authorise(ctx, 'invoices.create');
  const opened = await openedAgain(db, 'invoices', id, before);
  if (opened) return editInvoiceDraft(db, { id, input: values, opened }, ctx);
  return insertRecord(db, 'invoices', draftInvoice({ ...newRecord(ctx), id }, values, ctx.userId));
}

/** Saves what was really changed in the form: `opened` is what the form showed when it opened. */
export async function editInvoiceDraft(
  db: CompanyDatabase,
  { id, input, opened = {} }: DraftSave & { readonly opened?: Partial<InvoiceInput> },
  ctx: CommandContext,
): Promise<Invoice> {
  const { exchange, ...values } = parseInput(invoiceInputSchema, input);
  const { exchange: rate, ...before } = opened;
  const tax_mode = taxModeOf(values.items, values.tax_mode);
  const { line_nets: _, ...totals } = invoiceTotals(values.items, { currency: values.currency, taxMode: tax_mode });
  return editRecord(db, 'invoices', id, {
    opened: { ...before, ...(rate === undefined ? {} : { exchange: rate }) },
    // The sums belong to the lines in the merge, so whichever side's lines stand, their sums stand with them.
    values: {
      ...values,
      ...totals,
      tax_mode,
      ...(exchange === undefined ? {} : { exchange: enteredExchange({ ...values, amount: totals.gross_total, exchange }) }),
    },
    asShown: ({ items, tax_mode: mode }) => ({ items: itemsAsShown(items, mode) }),
    check: (current) => refuse(invoiceEditRefusal(current, ctx.access)),
  });
}

/** Only what nobody outside has seen is deleted; issued invoices are cancelled instead. */
export async function deleteDraft(db: CompanyDatabase, id: string, ctx: CommandContext): Promise<void> {
  refuse(invoiceDeleteRefusal(await invoiceOf(db, id), ctx.access));
  await removeRecord(db, 'invoices', id);
}

/** A new draft with the same content, supplied today. */
export async function duplicateInvoice(db: CompanyDatabase, id: string, ctx: CommandContext): Promise<Invoice> {
  authorise(ctx, 'invoices.create');
  const input = duplicateInput(await invoiceOf(db, id), { newId: ctx.newId, today: ctx.today() });
  return insertRecord(db, 'invoices', draftInvoice(newRecord(ctx), input, ctx.userId));
}

/**
 * Asks the server to issue: it gives the number with the next sync. Without a connection (`isOffline`) a number that this device took along issues it
 * at once, where nothing stands against it (`leaseObstacle`). AppError `invalid_input` when the law still misses something, with one
 * issue per field of {@link issueProblems}, or per warning that is not among `overruled`. This and the other decisions take the invoice as it was shown: `conflict` when it has changed
 * since (SYNC-28).
 */
export async function markReadyToIssue(
  db: CompanyDatabase,
  { seen, overruled, isOffline = false }: { seen: Invoice; overruled: readonly string[]; isOffline?: boolean },
  ctx: CommandContext,
): Promise<Invoice> {
  const { corrects_id: original } = seen;
  if (original !== null) {
    const sources = await correctionSources(db, original);
    return changeRecord(db, 'invoices', seen.id, (current) => {
      refuseUnlessAsShown('invoices', seen, current);
      refuse(issueRefusal(current, ctx.access));
      refuseProblems(current, sources);
      return readyToIssue(current, []);
    });
  }
  // With its table of rates, which nothing else here needs.
  const { issueWarnings } = await import('#domain/invoices/issue-warnings.ts');
  const found = await db.collections.companies.findOne(ctx.companyId).exec();
  // As it was stored before a setting existed.
  const company = found && completeCompany(found.toMutableJSON());
  const { customer_id } = seen;
  const customer = customer_id === null ? null : ((await readStored(db, 'customers', [customer_id])).get(customer_id) ?? null);
  const replaced = (await readStored(db, 'invoices', [replacedId(seen.id)])).values().next().value;
  // A correction is numbered by the server alone; so is what replaces an invoice until the server has cancelled that one.
  const isNumberable = seen.document_type === 'invoice' && !isCancellationWaiting(replaced);
  const numbers = isOffline && isNumberable ? nextNumber(db) : undefined;
  const isCompanyChanged = isOffline && (await db.device.outbox.get(outboxKey('companies', ctx.companyId))) !== undefined;
  const change = (current: Invoice) => {
    refuseUnlessAsShown('invoices', seen, current);
    refuse(issueRefusal(current, ctx.access));
    if (isStillClaiming(replaced)) throw new AppError('invalid_transition', { reason: 'replaced_stands' });
    const problems = company ? issueProblems(current, company, customer) : [];
    if (problems.length > 0)
      throw new AppError('invalid_input', { issues: problems.map(({ field, code }) => ({ path: field, message: code })) });
    const warnings = company ? issueWarnings(current, company, customer) : [];
    const unseen = warnings.filter(({ code }) => !overruled.includes(code));
    if (unseen.length > 0)
      throw new AppError('invalid_input', { issues: unseen.map(({ code }) => ({ path: `warning.${code}`, message: 'warning' })) });
    const codes = warnings.map(({ code }) => code);
    const [lease, seq] = [numbers?.lease() ?? null, numbers?.seq() ?? null];
    const today = ctx.today();
    if (!lease || seq === null || !company || !customer) return readyToIssue(current, codes);
    if (leaseObstacle({ invoice: current, company, isCompanyChanged, lease, today }) !== null) {
      numbers?.leave();
      return readyToIssue(current, codes);
    }
    return issuedFromLease(current, { company, customer, lease, seq, today, overruled: codes });
  };
  return changeRecord(db, 'invoices', seen.id, change, numbers);
}

/** Takes the wish back as long as the server has not fulfilled it. */
export async function withdrawReady(db: CompanyDatabase, seen: Invoice, ctx: CommandContext): Promise<Invoice> {
  return step(db, { id: seen.id, seen, refusal: (invoice) => withdrawRefusal(invoice, ctx.access), next: withdrawn });
}

/** The server adds the cancellation document with the next sync. */
export async function cancelInvoice(db: CompanyDatabase, seen: Invoice, ctx: CommandContext): Promise<Invoice> {
  return step(db, { id: seen.id, seen, refusal: (invoice) => cancelRefusal(invoice, ctx.access), next: cancelled });
}

/**
 * Cancels an invoice and makes the draft that replaces it, as one act: a crash leaves both or nothing, and the cancellation is sent first. The draft exists
 * at once; it can't be issued while the invoice stands, should the server refuse to cancel it.
 */
export async function replaceInvoice(db: CompanyDatabase, seen: Invoice, ctx: CommandContext): Promise<Invoice> {
  authorise(ctx, 'invoices.create');
  const id = replacementId(seen.id);
  const draft = draftInvoice({ ...newRecord(ctx), id }, replacementInput(seen), ctx.userId);
  const cancel = (current: Invoice | null) => {
    if (!current) throw new AppError('not_found', { collection: 'invoices', id: seen.id });
    refuseUnlessAsShown('invoices', seen, current);
    refuse(cancelRefusal(current, ctx.access));
    return cancelled(current);
  };
  const [, made] = await writeTogether(db, [
    { name: 'invoices', id: seen.id, decide: (current) => cancel(current as Invoice | null) },
    // One that was made before, when the server had refused to cancel, keeps what was written into it.
    { name: 'invoices', id, decide: (current) => current ?? draft },
  ]);
  return made as Invoice;
}

export async function markSent(db: CompanyDatabase, change: { id: string; isSent: boolean }, ctx: CommandContext): Promise<Invoice> {
  const next = (invoice: Invoice) => (change.isSent ? sent(invoice, ctx.now().toISOString()) : notSent(invoice));
  return step(db, { id: change.id, refusal: (invoice) => sendRefusal(invoice, ctx.access), next });
}

/** `opened`: what they were when the person began to type (SYNC-26). */
export type NotesEdit = { readonly id: string; readonly opened: string; readonly notes: string };

/** Notes that never leave the company; they change in any state. */
export async function editInternalNotes(db: CompanyDatabase, { id, opened, notes }: NotesEdit, ctx: CommandContext): Promise<Invoice> {
  const internal_notes = parseInput(text(4000), notes);
  return editRecord(db, 'invoices', id, {
    opened: { internal_notes: opened },
    values: { internal_notes },
    check: (invoice) => refuse(notesRefusal(invoice, ctx.access)),
  });
}

/** Holds an issued invoice back from reminders with a reason; an empty one lets them go on. */
export async function holdReminders(db: CompanyDatabase, change: { id: string; reason: string }, ctx: CommandContext): Promise<Invoice> {
  const reminder_hold = parseInput(text(500), change.reason);
  return step(db, {
    id: change.id,
    refusal: (invoice) => sendRefusal(invoice, ctx.access),
    next: (invoice) => ({ ...invoice, reminder_hold }),
  });
}

type Step = {
  readonly id: string;
  /** Given where it is a decision. */
  readonly seen?: Invoice;
  readonly refusal: (invoice: Invoice) => InvoiceRefusal;
  readonly next: (invoice: Invoice) => Invoice;
};

function step(db: CompanyDatabase, { id, seen, refusal, next }: Step): Promise<Invoice> {
  return changeRecord(db, 'invoices', id, (current) => {
    if (seen) refuseUnlessAsShown('invoices', seen, current);
    refuse(refusal(current));
    return next(current);
  });
}

async function invoiceOf(db: CompanyDatabase, id: string): Promise<Invoice> {
  const invoice = (await readStored(db, 'invoices', [id])).get(id);
  if (!invoice) throw new AppError('not_found', { collection: 'invoices', id });
  return invoice;
}

function refuse(refusal: InvoiceRefusal): void {
  if (refusal === null) return;
  if (refusal === 'not_allowed') throw new AppError('not_allowed');
  throw new AppError('invalid_transition', { reason: refusal });
}
