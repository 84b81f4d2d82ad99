import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { useNeeds } from '#widgets/attention/use-needs.ts';
import classes from './Dashboard.module.css';

/** What waits for this person, all currencies and times together. */
export function Attention() {
  const { t } = useTranslation('dashboard');
  const needs = useNeeds() ?? [];
  return (
    <Section title={t('attention.title')}>
      {needs.length === 0 ? (
        <p className={classes.done}>
          <IconCircleCheck size={18} aria-hidden />
          {t('attention.none')}
        </p>
      ) : (
        <ul className={classes.needs}>
          {needs.map(({ kind, count, to, tone }) => (
            <li key={kind}>
              <Link to={to} className={classes.need}>
                <StatusBadge tone={tone}>{String(count)}</StatusBadge>
                {t(`attention.${kind}`, { count })}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
