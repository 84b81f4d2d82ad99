import { useMemo } from 'react';
import { combineLatest, map, of, switchMap } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { byDelivery, type ListedNote } from '#domain/delivery-notes/delivery-note-list.ts';
import type { DeliveryNoteInput } from '#domain/delivery-notes/delivery-note.ts';
import { createDeliveryNote, deleteDeliveryNote, editDeliveryNote, markDelivered } from './delivery-notes.commands.ts';

/** The delivery notes made from an invoice, the earliest first. */
export function useDeliveryNotesOf(invoiceId: string) {
  const { db } = useCompany();
  return useObservable(
    () =>
      db.collections.delivery_notes
        .find({ selector: { invoice_id: invoiceId } })
        .$.pipe(
          map((documents) =>
            documents
              .map((document) => document.toMutableJSON())
              .toSorted((a, b) => a.delivery_date.localeCompare(b.delivery_date) || a.created_at.localeCompare(b.created_at)),
          ),
        ),
    [db, invoiceId],
  );
}

/** Every delivery note of the company with its invoice, the latest delivery first. */
export function useDeliveryNotes() {
  const { db } = useCompany();
  return useObservable(
    () =>
      db.collections.delivery_notes.find().$.pipe(
        switchMap((documents) => {
          const notes = documents.map((document) => document.toMutableJSON());
          const ids = [...new Set(notes.map(({ invoice_id }) => invoice_id).filter((id) => id !== null))];
          const invoices = ids.length === 0 ? of(new Map()) : db.collections.invoices.findByIds(ids).$;
          return combineLatest([of(notes), invoices]);
        }),
        map(([notes, invoices]) =>
          notes
            .map((note): ListedNote => ({ note, invoice: (note.invoice_id && invoices.get(note.invoice_id)?.toMutableJSON()) || null }))
            .toSorted(byDelivery),
        ),
      ),
    [db],
  );
}

/** The commands of delivery notes bound to the open company. */
export function useDeliveryNoteCommands() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      createDeliveryNote: (note: Parameters<typeof createDeliveryNote>[1]) => createDeliveryNote(db, note, ctx),
      editDeliveryNote: (edit: { id: string; input: DeliveryNoteInput; opened: DeliveryNoteInput }) => editDeliveryNote(db, edit, ctx),
      markDelivered: (id: string) => markDelivered(db, id, ctx),
      deleteDeliveryNote: (id: string) => deleteDeliveryNote(db, id, ctx),
    }),
    [db, ctx],
  );
}
