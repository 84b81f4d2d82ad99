import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInvoiceCommands } from '#data/invoices/use-invoice-commands.ts';
import type { Customer } from '#domain/customers/customer.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { claimOf } from '#domain/invoices/claim.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { lazyDialog } from '#ui/lazy-dialog.tsx';
import { showToast } from '#ui/toast.ts';
import { RecordPaymentDialog } from '#widgets/RecordPaymentDialog.tsx';
import { CorrectDialog } from './CorrectDialog.tsx';
import { IssueCorrectionDialog } from './IssueCorrectionDialog.tsx';
import { IssueDialog } from './issue/IssueDialog.tsx';
import { PdfDialog } from './PdfDialog.tsx';
import { SendDialogs } from './SendDialogs.tsx';

const EInvoiceDialog = lazyDialog(async () => (await import('./EInvoiceDialog.tsx')).EInvoiceDialog);

export type Asking = 'send' | 'payment' | 'issue' | 'cancel' | 'correct' | 'pdf' | 'payment_slip' | 'e_invoice' | null;
type Props = { invoice: Invoice; customer: Customer | null; asking: Asking; onClose: () => void };

/** What is asked or shown before something happens to an invoice. */
export function InvoiceDialogs(props: Props) {
  const { invoice, asking, onClose } = props;
  if (asking === 'pdf') return <PdfDialog invoice={invoice} kind="document" onClose={onClose} />;
  if (asking === 'payment_slip') return <PdfDialog invoice={invoice} kind={asking} onClose={onClose} />;
  if (asking === 'e_invoice') return <EInvoiceDialog invoice={invoice} customer={props.customer} onClose={onClose} />;
  if (asking === 'send') return <SendDialogs invoice={invoice} customer={props.customer} onClose={onClose} />;
  if (asking === 'payment') return <RecordPaymentDialog invoice={invoice} onClose={onClose} />;
  if (asking === 'issue') return invoice.corrects_id ? <IssueCorrectionDialog {...props} /> : <IssueDialog {...props} />;
  if (asking === 'correct') return <CorrectDialog invoice={invoice} onClose={onClose} />;
  return asking === 'cancel' ? <CancelDialog {...props} /> : null;
}

function CancelDialog({ invoice, onClose }: Props) {
  const { t } = useTranslation('invoices');
  const format = useFormat();
  const { cancelInvoice } = useInvoiceCommands();
  const [seen] = useState(invoice);
  const cancel = async () => {
    await cancelInvoice(seen);
    showToast({ type: 'success', text: t('toast.cancelled') });
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('cancel.title', { number: invoice.number })}
      confirmLabel={t('cancel.confirm')}
      cancelLabel={t('cancel.keep')}
      onConfirm={cancel}
      isDangerous
    >
      <p>{t('cancel.text')}</p>
      {invoice.corrections.length > 0 && <p>{t('cancel.textCorrected', { amount: format.money(claimOf(invoice), invoice.currency) })}</p>}
      {invoice.paid_total !== 0 && <p>{t('cancel.textPaid')}</p>}
    </ConfirmDialog>
  );
}
