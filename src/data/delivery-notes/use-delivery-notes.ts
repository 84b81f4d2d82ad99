import { useMemo } from 'react';
import { map } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
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
