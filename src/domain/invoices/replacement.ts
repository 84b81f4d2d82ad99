import { inputFrom } from '#domain/shared/record.ts';
import { type Invoice, type InvoiceInput, invoiceInputSchema } from './invoice.ts';

/** How far apart the ids of an invoice and of what replaces it are, in the last 48 of their bits; no other two ids are that by chance. SQL (`private.replaced_id`) knows the same. */
const STEP = 0x5b_3f_9d_2c_41_e7n;
const BITS = 48n;
const TAIL = 12;

function moved(id: string, step: bigint): string {
  const tail = BigInt.asUintN(Number(BITS), BigInt(`0x${id.slice(-TAIL)}`) + step);
  return id.slice(0, -TAIL) + tail.toString(16).padStart(TAIL, '0');
}

/**
 * The id of the draft that replaces an invoice. It follows from the invoice's: two devices that replace the same one make the same draft, and each
 * document knows the other without a field that an older app would lose (decision 0040).
 */
export const replacementId = (id: string): string => moved(id, STEP);

/** The id of the invoice that this one replaces, if there is such an invoice. */
export const replacedId = (id: string): string => moved(id, -STEP);

/** Whether an invoice that is to be replaced still stands: then what replaces it would claim the same money again. */
export const isStillClaiming = (replaced: Pick<Invoice, 'status' | 'document_type'> | null | undefined): boolean =>
  replaced?.document_type === 'invoice' && replaced.status === 'issued';

/** Whether the server has not cancelled it yet, and may still refuse. */
export const isCancellationWaiting = (replaced: Pick<Invoice, 'status' | 'cancelled_by_id'> | null | undefined): boolean =>
  replaced?.status === 'cancelled' && replaced.cancelled_by_id === null;

/** The content of an invoice for the draft that replaces it: everything that is printed, with the same days of supply. */
export function replacementInput(invoice: Invoice): InvoiceInput {
  const { exchange: _, ...input } = inputFrom(invoiceInputSchema, invoice);
  return {
    ...input,
    internal_notes: '',
    items: invoice.items.map((item) => ({ ...item, id: replacementId(item.id), origin_item_id: null })),
  };
}
