import { IconBell, IconCircleCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { pressing } from '#domain/reports/attention.ts';
import { showBadge } from '#platform/pwa/badge.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useNeeds } from '#widgets/attention/use-needs.ts';
import { BellPlace } from './AppBar.tsx';
import { BarMenu } from './BarMenu.tsx';
import menu from './BarMenu.module.css';
import classes from './NeedsBell.module.css';

/** What waits for this person, on every page: the list of the dashboard, counted. */
export function NeedsBell() {
  const { t } = useTranslation('dashboard');
  const needs = useNeeds();
  const count = needs ? pressing(needs) : 0;
  const isKnown = needs !== undefined;
  useEffect(() => {
    // Until the sums are read the icon keeps what it had.
    if (isKnown) showBadge(count);
  }, [isKnown, count]);
  // Whoever signs out, here or in another tab, leaves no count behind.
  useEffect(() => () => showBadge(0), []);
  if (!needs) return <BellPlace />;
  const label = count === 0 ? t('attention.title') : t('attention.bell', { count });
  return (
    <BarMenu
      label={label}
      face={
        <span className={classes.face}>
          <IconBell size={20} aria-hidden />
          {count > 0 && (
            <span className={classes.count} aria-hidden>
              {count > 99 ? '99+' : count}
            </span>
          )}
        </span>
      }
    >
      <p className={menu.heading}>{t('attention.title')}</p>
      {needs.length === 0 && (
        <p className={classes.done}>
          <IconCircleCheck size={18} aria-hidden />
          {t('attention.none')}
        </p>
      )}
      <div className={classes.list}>
        {needs.map(({ kind, count: many, to, tone }) => (
          <Link key={kind} to={to} className={menu.item}>
            <StatusBadge tone={tone}>{String(many)}</StatusBadge>
            {t(`attention.${kind}`, { count: many })}
          </Link>
        ))}
      </div>
    </BarMenu>
  );
}
