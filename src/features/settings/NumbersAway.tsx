import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useNumberLeases } from '#data/invoices/use-number-leases.ts';
import { can } from '#domain/access/access.ts';
import classes from './Settings.module.css';

/**
 * Before the company is exported or closed: what devices issued with numbers they took along may not be at the server. Nothing where none are away, or for
 * whoever may not know.
 */
export function NumbersAway() {
  const { t } = useTranslation('settings');
  const { ctx } = useCompany();
  const { leases, error } = useNumberLeases();
  if (!can(ctx.access, 'invoices.view')) return null;
  if (!leases)
    return (
      <p className={error === null ? classes.hint : classes.notice} role="status">
        {t(error === null ? 'leases.awayAsked' : 'leases.awayUnknown')}
      </p>
    );
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
