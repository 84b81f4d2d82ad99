import { Anchor, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '#platform/i18n/use-format.ts';
import { Money } from '#ui/Money.tsx';
import { Section } from '#ui/Section.tsx';
import classes from './GeneratedRows.module.css';
import { RECURRING_KINDS, type RecurringKind } from './recurring-kinds.ts';

/** How many are shown at first, and how many more each time. */
export const GENERATED_PAGE = 12;

export type GeneratedRow = {
  readonly id: string;
  readonly to: string;
  readonly title: string;
  readonly period: string | null;
  readonly badge: ReactNode;
  readonly amount: number;
  readonly currency: string;
};
type Props = { kind: RecurringKind; rows: readonly GeneratedRow[] | undefined; hasMore: boolean; onMore: () => void };

/** What a series has made so far, newest first. */
export function GeneratedRows({ kind, rows, hasMore, onMore }: Props) {
  const { t } = useTranslation('recurring');
  const { many } = RECURRING_KINDS[kind];
  return (
    <Section title={t(`section.generated${many}`)} isFlush>
      {rows?.length === 0 && <p className={classes.none}>{t(`generated.none${many}`)}</p>}
      {rows && rows.length > 0 && (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <Row key={row.id} {...row} />
          ))}
        </ul>
      )}
      {hasMore && (
        <div className={classes.more}>
          <Button variant="subtle" size="compact-sm" onClick={onMore}>
            {t('generated.more')}
          </Button>
        </div>
      )}
    </Section>
  );
}

function Row({ to, title, period, badge, amount, currency }: GeneratedRow) {
  const { t } = useTranslation('recurring');
  const format = useFormat();
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Anchor component={Link} to={to} className={classes.title ?? ''}>
          {title}
        </Anchor>
        {period !== null && <span className={classes.period}>{t('generated.period', { date: format.day(period) })}</span>}
      </div>
      {badge}
      <span className={classes.amount}>
        <Money amount={amount} currency={currency} />
      </span>
    </li>
  );
}
