import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useIsOffline } from '#data/account-settings/use-is-offline.ts';
import { useMailCommands } from '#data/mail/use-waiting-mails.ts';
import type { MailInQueue } from '#data/mail/waiting-mails.ts';
import { MAIL_REASONS, PARTLY_REFUSED } from '#domain/mail/mail-reason.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';
import classes from './QueuedMail.module.css';

/** A mail that has not left this device: to whom, why not, and what a person can do about it. */
export function QueuedMail({ mail }: { mail: MailInQueue }) {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const isOffline = useIsOffline();
  const isStopped = mail.state === 'stopped';
  const state = isStopped ? 'stopped' : isOffline ? 'waiting' : mail.attempts > 0 ? 'trying' : 'first';
  const reason = MAIL_REASONS.find((known) => known === mail.reason);
  return (
    <div className={classes.row}>
      <span className={classes.text}>
        <span className={classes.title}>{mail.subject}</span>{' '}
        <span className={classes.muted}>
          {mail.channel === 'post' ? t('queue.letter') : mail.to.join(', ')} · {format.instant(mail.queued_at)}
        </span>
        {isStopped && <span className={classes.reason}>{t(`refused.${reason ?? 'mail_failed'}`, { to: mail.detail })}</span>}
      </span>
      <StatusBadge tone={isStopped ? 'red' : 'gray'}>{t(`queue.${state}`)}</StatusBadge>
      <Acts mail={mail} />
    </div>
  );
}

/** What was decided by the state of its invoice is not sent again, its text would not be true; nor what others have. */
const FINAL: readonly string[] = [
  'invoice_cancelled',
  'invoice_paid',
  'balance_changed',
  'reminder_exists',
  'not_due',
  'delivery_note_gone',
  'delivery_note_changed',
  PARTLY_REFUSED,
];

function Acts({ mail }: { mail: MailInQueue }) {
  const { t } = useTranslation('mail');
  const { takeBack, sendAgain } = useMailCommands();
  const again = useCommand(() => sendAgain(mail.id));
  const remove = useCommand(async () => {
    await takeBack(mail.id);
    showToast({ text: t('queue.removed') });
  });
  const isStopped = mail.state === 'stopped';
  return (
    <span className={classes.buttons}>
      {isStopped && !FINAL.includes(mail.reason ?? '') && (
        <Button size="compact-sm" variant="default" onClick={() => void again.run()} loading={again.isRunning}>
          {t('queue.again')}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => void remove.run()} loading={remove.isRunning}>
        {t(isStopped ? 'queue.remove' : 'queue.takeBack')}
      </Button>
    </span>
  );
}
