import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOffline } from '#data/account-settings/use-is-offline.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useInvoiceCommands } from '#data/invoices/use-invoice-commands.ts';
import type { Customer } from '#domain/customers/customer.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { claimOf } from '#domain/invoices/claim.ts';
import { issueWarnings } from '#domain/invoices/issue-warnings.ts';
import { issueProblems } from '#domain/invoices/issue-problems.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { showToast } from '#ui/toast.ts';
import { RecordPaymentDialog } from '#widgets/RecordPaymentDialog.tsx';
import { HowNumbered } from './HowNumbered.tsx';
import { EInvoiceProblems } from './EInvoiceProblems.tsx';
import { IssueCorrectionDialog } from './IssueCorrectionDialog.tsx';
import { MissingDialog } from './MissingDialog.tsx';
import { PdfDialog } from './PdfDialog.tsx';
import { WarningsPart } from './WarningsPart.tsx';
import { useWantedEInvoice } from './use-e-invoice.ts';
import { SendDialog } from './SendDialog.tsx';

const EInvoiceDialog = lazy(async () => ({ default: (await import('./EInvoiceDialog.tsx')).EInvoiceDialog }));

export type Asking = 'send' | 'payment' | 'issue' | 'cancel' | 'pdf' | 'payment_slip' | 'e_invoice' | null;
type Props = { invoice: Invoice; customer: Customer | null; asking: Asking; onClose: () => void };

/** What is asked or shown before something happens to an invoice. */
export function InvoiceDialogs(props: Props) {
  const { invoice, asking, onClose } = props;
  if (asking === 'pdf') return <PdfDialog invoice={invoice} kind="document" onClose={onClose} />;
  if (asking === 'payment_slip') return <PdfDialog invoice={invoice} kind={asking} onClose={onClose} />;
  if (asking === 'e_invoice')
    return (
      <Suspense>
        <EInvoiceDialog invoice={invoice} customer={props.customer} onClose={onClose} />
      </Suspense>
    );
  if (asking === 'send') return <SendDialog invoice={invoice} customer={props.customer} onClose={onClose} />;
  if (asking === 'payment') return <RecordPaymentDialog invoice={invoice} onClose={onClose} />;
  if (asking === 'issue') return invoice.corrects_id ? <IssueCorrectionDialog {...props} /> : <IssueDialog {...props} />;
  return asking === 'cancel' ? <CancelDialog {...props} /> : null;
}

function IssueDialog({ invoice, customer, onClose }: Props) {
  const { t } = useTranslation('invoices');
  const { company } = useCompany();
  const { markReadyToIssue } = useInvoiceCommands();
  const [seen] = useState(invoice);
  const [overruled, setOverruled] = useState<readonly string[]>([]);
  const isOffline = useIsOffline();
  const wanted = useWantedEInvoice(invoice, customer);
  const { t: tEInvoice } = useTranslation('eInvoice');
  const problems = issueProblems(invoice, company, customer);
  if (problems.length > 0) return <MissingDialog problems={problems} invoice={invoice} onClose={onClose} />;
  const warnings = issueWarnings(invoice, company, customer);
  const name = wanted && wanted.problems.length > 0 ? tEInvoice(`format.${wanted.format}`) : null;
  const issue = async () => {
    const { number } = await markReadyToIssue(seen, overruled, isOffline);
    if (isOffline && number === null) showToast({ text: t('toast.ready') });
  };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('issue.title')}
      confirmLabel={t('issue.confirm')}
      onConfirm={issue}
      isDisabled={warnings.some(({ code }) => !overruled.includes(code))}
    >
      <HowNumbered invoice={invoice} isOffline={isOffline} />
      {warnings.length > 0 && <WarningsPart warnings={warnings} overruled={overruled} onChange={setOverruled} />}
      {wanted && name !== null && (
        <>
          <p>{tEInvoice('issueMissing', { name })}</p>
          <EInvoiceProblems problems={wanted.problems} invoice={invoice} />
        </>
      )}
    </ConfirmDialog>
  );
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
