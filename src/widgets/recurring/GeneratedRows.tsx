import { Anchor, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '#platform/i18n/use-format.ts';
import { Money } from '#ui/Money.tsx';
import classes from './GeneratedRows.module.css';

export type GeneratedRow = {
  readonly id: string;
  readonly to: string;
  readonly title: string;
  readonly period: string | null;
  readonly badge: ReactNode;
  readonly amount: number;
  readonly currency: string;
};
type Props = { rows: readonly GeneratedRow[] | undefined; hasMore: boolean; onMore: () => void; emptyText: string };

/** What a series has made so far, newest first. */
export function GeneratedRows({ rows, hasMore, onMore, emptyText }: Props) {
  const { t } = useTranslation('recurring');
  const format = useFormat();
  if (!rows) return null;
  if (rows.length === 0) return <p className={classes.none}>{emptyText}</p>;
  return (
    <>
      <ul className={classes.rows}>
        {rows.map((row) => (
          <li key={row.id} className={classes.row}>
            <div className={classes.what}>
              <Anchor component={Link} to={row.to} className={classes.title ?? ''}>
                {row.title}
              </Anchor>
              {row.period !== null && <span className={classes.period}>{t('generated.period', { date: format.day(row.period) })}</span>}
            </div>
            {row.badge}
            <span className={classes.amount}>
              <Money amount={row.amount} currency={row.currency} />
            </span>
          </li>
        ))}
      </ul>
      {hasMore && (
        <div className={classes.more}>
          <Button variant="subtle" size="compact-sm" onClick={onMore}>
            {t('generated.more')}
          </Button>
        </div>
      )}
    </>
  );
}
