import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOffline } from '#data/account-settings/use-is-offline.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useInvoiceCommands } from '#data/invoices/use-invoice-commands.ts';
import { useCorrected } from '#data/invoices/use-invoices.ts';
import { correctionProblems } from '#domain/invoices/correction-problems.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { showToast } from '#ui/toast.ts';
import { MissingDialog } from './issue/MissingDialog.tsx';

/** Asks before a correction gets its number, or says what keeps it from that. */
export function IssueCorrectionDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const format = useFormat();
  const isOffline = useIsOffline();
  const { markReadyToIssue } = useInvoiceCommands();
  const [seen] = useState(invoice);
  const { value: sources } = useCorrected(invoice.corrects_id ?? '');
  if (!sources) return null;
  const problems = correctionProblems(invoice, sources);
  if (problems.length > 0) return <MissingDialog problems={problems} invoice={invoice} onClose={onClose} />;
  const issue = async () => {
    await markReadyToIssue(seen);
    if (isOffline) showToast({ text: t('toast.ready') });
  };
  return (
    <ConfirmDialog isOpen onClose={onClose} title={t('correct.issueTitle')} confirmLabel={t('correct.issue')} onConfirm={issue}>
      <p>{t('correct.issueText', { day: format.day(ctx.today()) })}</p>
      {isOffline && <p>{t('correct.offline')}</p>}
    </ConfirmDialog>
  );
}
