import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { useMembers } from '#data/members/use-members.ts';
import { useSyncSummary } from '#data/sync/use-sync.ts';
import { needsOf } from '#domain/reports/attention.ts';
import type { Books } from '#domain/reports/books.ts';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { expensesBehind, invoicesBehind } from '#widgets/figures/list-links.ts';
import classes from './Dashboard.module.css';

const PLACES = {
  syncIssues: { to: '/sync', tone: 'red' },
  overdue: { to: invoicesBehind({ state: 'overdue' }), tone: 'red' },
  toApprove: { to: expensesBehind({ status: 'pending' }), tone: 'amber' },
  refused: { to: expensesBehind({ status: 'rejected', isMine: true }), tone: 'amber' },
  readyToIssue: { to: invoicesBehind({ state: 'draft' }), tone: 'violet' },
  drafts: { to: invoicesBehind({ state: 'draft' }), tone: 'gray' },
} as const;

/** What waits for this person, all currencies and times together. */
export function Attention({ books, currencies }: { books: Books; currencies: readonly string[] }) {
  const { t } = useTranslation('dashboard');
  const { ctx } = useCompany();
  const { value: members } = useMembers();
  const sync = useSyncSummary();
  const needs = needsOf(books, {
    currencies,
    today: ctx.today(),
    access: ctx.access,
    isSoleMember: members?.size === 1,
    syncIssues: sync?.issues ?? 0,
  });
  return (
    <Section title={t('attention.title')}>
      {needs.length === 0 ? (
        <p className={classes.done}>
          <IconCircleCheck size={18} aria-hidden />
          {t('attention.none')}
        </p>
      ) : (
        <ul className={classes.needs}>
          {needs.map(({ kind, count }) => (
            <li key={kind}>
              <Link to={PLACES[kind].to} className={classes.need}>
                <StatusBadge tone={PLACES[kind].tone}>{String(count)}</StatusBadge>
                {t(`attention.${kind}`, { count })}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
