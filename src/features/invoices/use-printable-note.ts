import { useMemo } from 'react';
import { useLogo } from '#data/branding/use-logo.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useSettled } from '#data/core/use-settled.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import type { DeliveryNote } from '#domain/delivery-notes/delivery-note.ts';
import { letterheadOfNote, printableDeliveryNote } from '#domain/delivery-notes/printable-delivery-note.ts';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';

export type PrintableNote = { readonly printable: PrintableDocument | undefined; readonly lacksLogo: boolean };

/** What would be printed of a delivery note now; undefined until everything it names has been read. */
export function usePrintableNote(note: DeliveryNote, invoice: Invoice | null): PrintableNote {
  const { company } = useCompany();
  const { value: customers } = useDirectory('customers');
  const logo = useLogo(letterheadOfNote(note, company).logo_path);
  const printable = useMemo(() => {
    if (!customers || logo.kind === 'loading') return undefined;
    return printableDeliveryNote(note, { company, customer: customers.byId.get(note.customer_id) ?? null, invoice, logo: logo.printable });
  }, [note, invoice, company, customers, logo]);
  return { printable: useSettled(printable), lacksLogo: logo.kind === 'missing' };
}
