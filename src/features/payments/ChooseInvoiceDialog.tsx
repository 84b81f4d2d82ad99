import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { InvoiceSelect } from '#widgets/InvoiceSelect.tsx';
import { RecordPaymentDialog } from '#widgets/RecordPaymentDialog.tsx';
import classes from './PaymentDialog.module.css';

/** Records a payment from the list: first the invoice, then the money. */
export function ChooseInvoiceDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('payments');
  const [invoice, setInvoice] = useState<Invoice | null>(null);
  const select = <InvoiceSelect value={invoice} onChange={setInvoice} />;
  if (invoice)
    return (
      <RecordPaymentDialog invoice={invoice} onClose={onClose}>
        {select}
      </RecordPaymentDialog>
    );
  return (
    <Dialog isOpen onClose={onClose} size="md" title={t('dialog.record')}>
      <div className={classes.choose}>
        {select}
        <p className={classes.hint}>{t('select.hint')}</p>
      </div>
    </Dialog>
  );
}
