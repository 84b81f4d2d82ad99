import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsOffline } from '#data/account-settings/use-is-offline.ts';
import { useCompany } from '#data/core/company-context.ts';
import type { Directory } from '#data/directory/directory.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import type { Customer } from '#domain/customers/customer.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { type IssuePlan, issuePlan } from '#domain/invoices/issue-plan.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { DialogButtons } from '#ui/DialogButtons.tsx';
import { LeaveGuard } from '#ui/LeaveGuard.tsx';
import classes from './IssueMany.module.css';
import { PlanPart } from './PlanPart.tsx';
import { ResultPart } from './ResultPart.tsx';
import { useIssueMany } from './use-issue-many.ts';

type Props = {
  selected: readonly Invoice[];
  onClose: () => void;
  /** After something was issued, instead of `onClose`. */ onDone: () => void;
};

/** Issues what of a selection can be issued, after showing what that is and what the others miss. */
export function IssueManyDialog(props: Props) {
  const { t } = useTranslation('issueMany');
  const { value: customers } = useDirectory('customers');
  if (customers) return <Looked {...props} customers={customers} />;
  return (
    <Dialog isOpen onClose={props.onClose} title={t('looking')} size="md">
      {null}
    </Dialog>
  );
}

/** The plan is made of what was selected, as it was shown; it stays that of the question until it is answered. */
function Looked({ selected, customers, onClose, onDone }: Props & { customers: Directory<Customer> }) {
  const { company } = useCompany();
  const [plan] = useState<IssuePlan>(() => issuePlan(selected, { company, customerOf: (id) => customers.byId.get(id) ?? null }));
  const issuing = useIssueMany(plan.ready);
  if (issuing.phase === 'asking') return <Asking plan={plan} onIssue={issuing.start} onClose={onClose} />;
  if (issuing.phase === 'running') return <Running done={issuing.steps.length} total={plan.ready.length} onStop={issuing.stop} />;
  return <ResultPart plan={plan} steps={issuing.steps} onClose={onDone} />;
}

function Asking({ plan, onIssue, onClose }: { plan: IssuePlan; onIssue: (isOffline: boolean) => void; onClose: () => void }) {
  const { t } = useTranslation('issueMany');
  const isOffline = useIsOffline();
  const count = plan.ready.length;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={count > 0 ? t('title', { count }) : t('titleNone')}
      size="md"
      footer={
        count > 0 ? (
          <DialogButtons isRunning={false} onCancel={onClose} onConfirm={() => onIssue(isOffline)}>
            {t('confirm', { count })}
          </DialogButtons>
        ) : (
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
        )
      }
    >
      <PlanPart plan={plan} isOffline={isOffline} />
    </Dialog>
  );
}

/** Closing it stops it: what was done is then told. */
function Running({ done, total, onStop }: { done: number; total: number; onStop: () => void }) {
  const { t } = useTranslation('issueMany');
  return (
    <Dialog
      isOpen
      onClose={onStop}
      title={t('running')}
      size="md"
      footer={
        <Button variant="default" onClick={onStop}>
          {t('stop')}
        </Button>
      }
    >
      <div className={classes.parts}>
        <Progress value={(100 * done) / total} aria-label={t('running')} />
        <p role="status" className={classes.figures}>
          {t('progress', { done, total })}
        </p>
        <p className={classes.dimmed}>{t('stopText')}</p>
        <LeaveGuard isDirty about="run" />
      </div>
    </Dialog>
  );
}
