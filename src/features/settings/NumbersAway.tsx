import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useNumberLeases } from '#data/invoices/use-number-leases.ts';
import classes from './Settings.module.css';

/** Before the company is exported or closed: what devices issued with numbers they took along may not be at the server. Nothing where none are away. */
export function NumbersAway() {
  const { t } = useTranslation('settings');
  const { leases = [] } = useNumberLeases();
  const away = leases.filter(({ ended_at }) => ended_at === null);
  const count = away.reduce((sum, { numbers, used }) => sum + numbers.length - used.length, 0);
  if (count === 0) return null;
  const devices = [...new Set(away.map(({ device_name }) => device_name || t('leases.unknownDevice')))].join(', ');
  return (
    <p className={classes.notice} role="status">
      {t('leases.away', { count, devices })} <Link to="/settings/numbers">{t('leases.awayLink')}</Link>
    </p>
  );
}
