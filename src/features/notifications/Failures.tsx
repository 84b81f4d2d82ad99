import { useTranslation } from 'react-i18next';
import type { NotificationSettings } from '#domain/notifications/notifications.ts';
import { MAIL_REASONS } from '#domain/mail/mail-reason.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import classes from './Notifications.module.css';

type Props = { failures: NotificationSettings['failures'] };

/** What could not be brought to the person, and why: somebody has to mend it. */
export function Failures({ failures }: Props) {
  const { t } = useTranslation('notifications');
  const { t: tMail } = useTranslation('mail');
  const format = useFormat();
  return failures.map(({ company, channel, failed_at, reason }) => {
    const known = MAIL_REASONS.find((one) => one === reason);
    return (
      <p key={`${company} ${channel}`} className={classes.failed} role="status">
        {t('failed', { company, when: failed_at ? format.instant(failed_at) : '' })}{' '}
        {known ? tMail(`refused.${known}`) : t('failedUnknown')}
      </p>
    );
  });
}
