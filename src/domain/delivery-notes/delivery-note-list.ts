import type { Invoice } from '#domain/invoices/invoice.ts';
import type { DeliveryNote } from './delivery-note.ts';

/** Which delivery notes are shown: those still in the house, or those handed over of which no invoice was issued yet. */
export const DELIVERY_NOTE_STATES = ['open', 'to_invoice'] as const;
export type DeliveryNoteState = (typeof DELIVERY_NOTE_STATES)[number];

/** A delivery note with what its invoice is; null where that was a draft and is gone. */
export type ListedNote = { readonly note: DeliveryNote; readonly invoice: Pick<Invoice, 'id' | 'number' | 'status'> | null };

export function isNoteInState({ note, invoice }: ListedNote, state: DeliveryNoteState | null): boolean {
  if (state === 'open') return note.delivered_on === null;
  if (state === 'to_invoice') return note.delivered_on !== null && (invoice === null || invoice.number === null);
  return true;
}

/** The latest delivery first. */
export const byDelivery = (a: ListedNote, b: ListedNote): number =>
  b.note.delivery_date.localeCompare(a.note.delivery_date) ||
  b.note.created_at.localeCompare(a.note.created_at) ||
  (a.note.id < b.note.id ? 1 : -1);
