import { authorise, type CommandContext, newRecord, parseInput } from '#data/core/command-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { editRecord } from '#data/core/edit-record.ts';
import { readStored } from '#data/core/stored.ts';
import { changeRecord, insertRecord, removeRecord } from '#data/core/write.ts';
import { type DeliveryNote, type DeliveryNoteInput, deliveryNoteInputSchema } from '#domain/delivery-notes/delivery-note.ts';
import { AppError } from '#domain/errors.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';

type New = {
  /** A second call for the same note changes what the first one wrote. */
  readonly id: string;
  readonly invoice: Pick<Invoice, 'id' | 'customer_id' | 'language' | 'currency'>;
  readonly input: DeliveryNoteInput;
};

/** A note of what is handed over of an invoice or a draft. Its number comes from the server with the next sync. */
export async function createDeliveryNote(db: CompanyDatabase, { id, invoice, input }: New, ctx: CommandContext): Promise<DeliveryNote> {
  const values = parseInput(deliveryNoteInputSchema, input);
  authorise(ctx, 'invoices.create');
  if (invoice.customer_id === null) throw new AppError('invalid_input', { issues: [{ path: 'customer_id', message: 'required' }] });
  if ((await readStored(db, 'delivery_notes', [id])).has(id)) return editDeliveryNote(db, { id, input: values, opened: {} }, ctx);
  return insertRecord(db, 'delivery_notes', {
    ...newRecord(ctx),
    id,
    ...values,
    number: null,
    invoice_id: invoice.id,
    customer_id: invoice.customer_id,
    delivered_on: null,
    language: invoice.language,
    currency: invoice.currency,
    seller: null,
    buyer: null,
    created_by: ctx.userId,
  });
}

type Edit = { readonly id: string; readonly input: DeliveryNoteInput; readonly opened: Partial<DeliveryNoteInput> };

/** AppError `invalid_transition` once it was handed over. */
export async function editDeliveryNote(db: CompanyDatabase, { id, input, opened }: Edit, ctx: CommandContext): Promise<DeliveryNote> {
  const values = parseInput(deliveryNoteInputSchema, input);
  authorise(ctx, 'invoices.update');
  return editRecord(db, 'delivery_notes', id, { opened, values, check: refuseDelivered });
}

/** From now on it stays as it is. */
export async function markDelivered(db: CompanyDatabase, id: string, ctx: CommandContext): Promise<DeliveryNote> {
  authorise(ctx, 'invoices.update');
  return changeRecord(db, 'delivery_notes', id, (current) => {
    refuseDelivered(current);
    return { ...current, delivered_on: ctx.today() };
  });
}

export async function deleteDeliveryNote(db: CompanyDatabase, id: string, ctx: CommandContext): Promise<void> {
  authorise(ctx, 'invoices.delete');
  const note = (await readStored(db, 'delivery_notes', [id])).get(id);
  if (note) refuseDelivered(note);
  await removeRecord(db, 'delivery_notes', id);
}

function refuseDelivered({ delivered_on }: DeliveryNote): void {
  if (delivered_on !== null) throw new AppError('invalid_transition');
}
