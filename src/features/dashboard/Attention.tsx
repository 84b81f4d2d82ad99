import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import type { NeedLink } from '#widgets/attention/use-needs.ts';
import classes from './Attention.module.css';
import { OverdueInvoices } from './OverdueInvoices.tsx';
import { ExpensesToApprove } from './ExpensesToApprove.tsx';

/** What waits for this person, all currencies and times together: counted, and the first of it to be seen to right here. */
export function Attention({ needs }: { needs: readonly NeedLink[] }) {
  const { t } = useTranslation('dashboard');
  const countOf = (kind: string) => needs.find((need) => need.kind === kind)?.count ?? 0;
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
      {countOf('toApprove') > 0 && <ExpensesToApprove count={countOf('toApprove')} />}
      {countOf('overdue') > 0 && <OverdueInvoices count={countOf('overdue')} />}
    </Section>
  );
}
