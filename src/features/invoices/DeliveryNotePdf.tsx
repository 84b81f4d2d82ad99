import { useTranslation } from 'react-i18next';
import type { DeliveryNote } from '#domain/delivery-notes/delivery-note.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { PrintedDialog } from './PdfDialog.tsx';
import { usePrintableNote } from './use-printable-note.ts';

/** A delivery note as it will be printed. */
export function DeliveryNotePdf({ note, invoice, onClose }: { note: DeliveryNote; invoice: Invoice | null; onClose: () => void }) {
  const { t } = useTranslation('deliveryNotes');
  const { printable, lacksLogo } = usePrintableNote(note, invoice);
  return (
    <PrintedDialog
      printable={printable}
      name={t('title.edit', { number: note.number ?? t('draft') })}
      onClose={onClose}
      lacksLogo={lacksLogo}
    />
  );
}
