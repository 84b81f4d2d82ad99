import { IconChecks } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '@mantine/core';
import { useCompany } from '#data/core/company-context.ts';
import type { DueReminder } from '#data/reminders/reminders.queries.ts';
import { useReminders } from '#data/reminders/use-reminders.ts';
import { can } from '#domain/access/access.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RowSkeleton } from '#ui/RowSkeleton.tsx';
import { Section } from '#ui/Section.tsx';
import { QueuedMail } from '#widgets/mail/QueuedMail.tsx';
import { DueReminders } from './DueReminders.tsx';
import { ReminderDialog } from './ReminderDialog.tsx';
import classes from './Reminders.module.css';
import { useReminderWriter } from './use-reminder-writer.ts';

/** Which reminders are due, to be looked at, sent or printed together; everything but the sending itself works without a connection. */
export function RemindersPage() {
  const { t } = useTranslation('reminders');
  const { ctx, company } = useCompany();
  const reminders = useReminders();
  const writer = useReminderWriter();
  const [shown, setShown] = useState<DueReminder | null>(null);
  const isOn = company.settings.reminders.is_on;
  return (
    <>
      <PageHeader
        title={t('title')}
        back={{ to: '/finance/invoices', label: t('back') }}
        actions={
          can(ctx.access, 'settings.invoice') && (
            <Button component={Link} to="/settings/reminders" variant="default">
              {t('toSettings')}
            </Button>
          )
        }
      />
      <div className={classes.page}>
        {!reminders || !writer ? (
          <RowSkeleton label={t('title')} rows={4} />
        ) : (
          <>
            {reminders.queued.length > 0 && (
              <Section title={t('queued')} isFlush>
                <ul className={classes.list}>
                  {reminders.queued.map((mail) => (
                    <li key={mail.id} className={classes.queued}>
                      <Link to={`/finance/invoices/${mail.invoice_id}`}>{mail.number}</Link>
                      <QueuedMail mail={mail} />
                    </li>
                  ))}
                </ul>
              </Section>
            )}
            {reminders.due.length > 0 ? (
              <DueReminders due={reminders.due} writer={writer} onShow={setShown} />
            ) : (
              <EmptyState
                role="status"
                icon={<IconChecks size={26} />}
                title={t(isOn ? 'none' : 'off')}
                text={t(isOn ? 'noneText' : 'offText')}
              />
            )}
            {reminders.held.length > 0 && (
              <Section title={t('held')} isFlush>
                <ul className={classes.list}>
                  {reminders.held.map(({ invoice: { id, number, buyer, customer_id }, reason, isCustomers }) => (
                    <li key={id} className={classes.held}>
                      <Link to={`/finance/invoices/${id}`}>{number}</Link> ·{' '}
                      {isCustomers ? (
                        <Link to={`/finance/customers/${customer_id}`}>{t('allOf', { name: buyer?.name })}</Link>
                      ) : (
                        buyer?.name
                      )}{' '}
                      · {reason}
                    </li>
                  ))}
                </ul>
              </Section>
            )}
          </>
        )}
      </div>
      {shown && writer && <ReminderDialog due={shown} writer={writer} onClose={() => setShown(null)} />}
    </>
  );
}
