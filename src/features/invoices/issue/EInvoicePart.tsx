import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { hasFieldFor, type IssueSources, wantedEInvoiceProblems } from '#domain/invoices/missing-values.ts';
import dialog from '#features/invoices/EInvoiceDialog.module.css';
import { EInvoiceProblems } from '#features/invoices/EInvoiceProblems.tsx';
import { MissingFields } from './MissingFields.tsx';
import type { useIssueForm } from './use-issue-form.ts';

type Props = { issuing: ReturnType<typeof useIssueForm>; shown: IssueSources };

/** What the e-invoice that the customer wants still misses: fields for what can be given here, and the rest by name. It holds nothing up. */
export function EInvoicePart({ issuing: { form, next, byEInvoice }, shown }: Props) {
  const { t } = useTranslation('eInvoice');
  const format = shown.customer?.e_invoice_format ?? null;
  if (format === null || wantedEInvoiceProblems(shown).length === 0) return null;
  const left = wantedEInvoiceProblems(next);
  const isFielded = byEInvoice.length > 0;
  const named = left.filter((problem) => !(isFielded && hasFieldFor(problem)));
  return (
    <>
      {left.length > 0 && <p>{t('issueMissing', { name: t(`format.${format}`) })}</p>}
      {left.length === 0 && (
        <p className={dialog.ready}>
          <IconCircleCheck size={16} aria-hidden /> {t('ready')}
        </p>
      )}
      {named.length > 0 && <EInvoiceProblems problems={named} invoice={shown.invoice} />}
      <MissingFields fields={byEInvoice} refused={[]} shown={shown} form={form} />
    </>
  );
}
