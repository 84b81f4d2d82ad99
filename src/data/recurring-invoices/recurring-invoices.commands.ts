import { type CommandContext, authorise, newRecord, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { editRecord } from '#data/core/edit-record.ts';
import { readStored } from '#data/core/stored.ts';
import { changeRecord, insertRecord, removeRecord } from '#data/core/write.ts';
import { AppError } from '#domain/errors.ts';
import { type GenerationRefusal, generationRefusal, resumed, withNextDate } from '#domain/recurring/series-steps.ts';
import { invoiceRule } from '#domain/recurring-invoices/recurring-invoice-form.ts';
import {
  type RecurringInvoice,
  type RecurringInvoiceInput,
  recurringInvoiceInputSchema,
} from '#domain/recurring-invoices/recurring-invoice.ts';

type Save = {
  /** A second call for the same id changes what the first one wrote. */ readonly id: string;
  readonly input: RecurringInvoiceInput;
};

export async function createRecurringInvoice(db: CompanyDatabase, { id, input }: Save, ctx: CommandContext): Promise<RecurringInvoice> {
  const values = parseInput(recurringInvoiceInputSchema, input);
  authorise(ctx, 'recurring_invoices.create');
  if ((await readStored(db, 'recurring_invoices', [id])).has(id)) return editRecurringInvoice(db, { id, input: values }, ctx);
  const item: RecurringInvoice = {
    ...newRecord(ctx),
    id,
    ...values,
    is_active: true,
    next_generation: values.start_date,
    last_generated: null,
    generate_requested: null,
    generation_error: '',
    created_by: ctx.userId,
  };
  return insertRecord(db, 'recurring_invoices', dated(item));
}

/** Saves what was really changed in the form: `opened` is what the form showed when it opened. The next date stays the server's. */
export async function editRecurringInvoice(
  db: CompanyDatabase,
  { id, input, opened = {} }: Save & { readonly opened?: Partial<RecurringInvoiceInput> },
  ctx: CommandContext,
): Promise<RecurringInvoice> {
  const values = parseInput(recurringInvoiceInputSchema, input);
  authorise(ctx, 'recurring_invoices.update');
  return editRecord(db, 'recurring_invoices', id, { opened, values });
}

export async function pauseRecurringInvoice(db: CompanyDatabase, id: string, ctx: CommandContext): Promise<RecurringInvoice> {
  authorise(ctx, 'recurring_invoices.update');
  return changeRecord(db, 'recurring_invoices', id, (current) => ({ ...current, is_active: false, generate_requested: null }));
}

/** Active again; the periods of the pause are left out unless they are to be made up for. */
export async function resumeRecurringInvoice(
  db: CompanyDatabase,
  { id, isMadeUp }: { readonly id: string; readonly isMadeUp: boolean },
  ctx: CommandContext,
): Promise<RecurringInvoice> {
  authorise(ctx, 'recurring_invoices.update');
  return changeRecord(db, 'recurring_invoices', id, (current) => {
    const { next_generation } = current; // stays the server's
    return { ...resumed(dated(current), { today: ctx.today(), isMadeUp }), next_generation };
  });
}

/** What was generated from it stays. */
export async function deleteRecurringInvoice(db: CompanyDatabase, id: string, ctx: CommandContext): Promise<void> {
  authorise(ctx, 'recurring_invoices.delete');
  await removeRecord(db, 'recurring_invoices', id);
}

/**
 * Keeps the wish to generate the next period now; it rides to the server with the next sync. If `period` was meant and is not the next one
 * any more, it has been generated meanwhile: the one after it was not asked for.
 */
export async function requestInvoiceGeneration(
  db: CompanyDatabase,
  id: string,
  ctx: CommandContext,
  period?: string,
): Promise<RecurringInvoice> {
  return changeRecord(db, 'recurring_invoices', id, (current) => {
    const item = dated(current);
    if (period !== undefined && period !== item.next_generation) return current;
    refuse(generationRefusal(item, ctx.access, 'recurring_invoices.generate'));
    return { ...current, generate_requested: item.next_generation };
  });
}

/** Takes the wish back as long as the server has not fulfilled it. */
export async function withdrawInvoiceGeneration(db: CompanyDatabase, id: string, ctx: CommandContext): Promise<RecurringInvoice> {
  authorise(ctx, 'recurring_invoices.generate');
  return changeRecord(db, 'recurring_invoices', id, (current) => ({ ...current, generate_requested: null }));
}

export const dated = (item: RecurringInvoice): RecurringInvoice => withNextDate(item, invoiceRule(item));

/** Throws the refusal as an AppError. */
export function refuse(refusal: GenerationRefusal): void {
  if (refusal === null) return;
  if (refusal === 'not_allowed') throw new AppError('not_allowed');
  throw new AppError('invalid_transition', { reason: refusal });
}
