import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useInvoiceCommands } from '#data/invoices/use-invoice-commands.ts';
import { can } from '#domain/access/access.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { lazyDialog } from '#ui/lazy-dialog.tsx';
import { BulkBar } from '#widgets/BulkBar.tsx';
import type { Bulk } from '#widgets/use-bulk.ts';

const IssueManyDialog = lazyDialog(async () => (await import('./issue-many/IssueManyDialog.tsx')).IssueManyDialog);

const amountOf = ({ gross_total, currency }: Invoice) => ({ amount: gross_total, currency });

/** What can be done with the selected invoices. Issuing asks first, because a number can't be taken back. */
export function InvoiceBulkBar({ bulk }: { bulk: Bulk<Invoice> }) {
  const { t } = useTranslation('invoices');
  const { t: tMany } = useTranslation('issueMany');
  const { t: tCommon } = useTranslation();
  const { ctx } = useCompany();
  const { markSent, deleteDraft } = useInvoiceCommands();
  const [isIssuing, setIssuing] = useState(false);
  const hasDraft = bulk.records.some(({ status }) => status === 'draft');
  const mark = (isSent: boolean) => void bulk.run(({ id }) => markSent({ id, isSent }));
  return (
    <BulkBar bulk={bulk} amountOf={amountOf}>
      {can(ctx.access, 'invoices.issue') && (
        <Button size="compact-md" disabled={bulk.isRunning || !hasDraft} onClick={() => setIssuing(true)}>
          {tMany('action')}
        </Button>
      )}
      {can(ctx.access, 'invoices.send') && (
        <>
          <Button size="compact-md" variant="default" disabled={bulk.isRunning} onClick={() => mark(true)}>
            {t('action.markSent')}
          </Button>
          <Button size="compact-md" variant="default" disabled={bulk.isRunning} onClick={() => mark(false)}>
            {t('action.markNotSent')}
          </Button>
        </>
      )}
      {can(ctx.access, 'invoices.delete') && (
        <Button
          size="compact-md"
          variant="light"
          color="red"
          disabled={bulk.isRunning}
          onClick={() => void bulk.run(({ id }) => deleteDraft(id))}
        >
          {tCommon('bulk.deleteDrafts')}
        </Button>
      )}
      {isIssuing && <IssueManyDialog selected={bulk.records} onClose={() => setIssuing(false)} onDone={bulk.clear} />}
    </BulkBar>
  );
}
