import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { IssueFate } from '#data/invoices/issue-many.ts';
import { LeaveGuard } from '#ui/LeaveGuard.tsx';
import { NamedRow, Rows } from './HeldRows.tsx';
import classes from './IssueMany.module.css';
import type { Mailing } from './use-mail-many.ts';

/** How far the mails of what was issued are, and which of them don't go. */
export function MailPart({ mailing, fates }: { mailing: Mailing; fates: readonly IssueFate[] }) {
  const { t } = useTranslation('issueMany');
  const { isRunning, total, queued, unaddressed, failed } = mailing;
  const done = queued.length + unaddressed.length + failed.length;
  const rowsOf = (ids: readonly string[]) =>
    fates.filter(({ invoice }) => ids.includes(invoice.id)).map(({ invoice }) => <NamedRow key={invoice.id} invoice={invoice} />);
  return (
    <>
      <LeaveGuard isDirty={isRunning} about="run" />
      {isRunning && <Progress value={(100 * done) / total} aria-label={t('mail.running', { done, total })} />}
      <p role="status" className={classes.figures}>
        {isRunning && t('mail.running', { done, total })}
        {!isRunning && (queued.length > 0 ? t('mail.queued', { count: queued.length }) : t('mail.none'))}
      </p>
      {unaddressed.length > 0 && (
        <Rows title={t('mail.unaddressed', { count: unaddressed.length })} isOpen>
          {rowsOf(unaddressed)}
        </Rows>
      )}
      {failed.length > 0 && (
        <Rows title={t('mail.failed', { count: failed.length })} isOpen>
          {rowsOf(failed)}
        </Rows>
      )}
    </>
  );
}
