import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLogo } from '#data/branding/use-logo.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import type { DeliveryNote } from '#domain/delivery-notes/delivery-note.ts';
import { letterheadOfNote, printableDeliveryNote } from '#domain/delivery-notes/printable-delivery-note.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { PrintedDialog } from './PdfDialog.tsx';

/** A delivery note as it will be printed. */
export function DeliveryNotePdf({ note, invoice, onClose }: { note: DeliveryNote; invoice: Invoice | null; onClose: () => void }) {
  const { t } = useTranslation('deliveryNotes');
  const { company } = useCompany();
  const { value: customers } = useDirectory('customers');
  const logo = useLogo(letterheadOfNote(note, company).logo_path);
  const printable = useMemo(() => {
    if (!customers || logo.kind === 'loading') return undefined;
    const customer = customers.byId.get(note.customer_id) ?? null;
    return printableDeliveryNote(note, { company, customer, invoice, logo: logo.printable });
  }, [note, invoice, company, customers, logo]);
  return (
    <PrintedDialog
      printable={printable}
      name={t('title.edit', { number: note.number ?? t('draft') })}
      onClose={onClose}
      lacksLogo={logo.kind === 'missing'}
    />
  );
}
