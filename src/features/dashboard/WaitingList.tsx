import { Anchor } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { RowSkeleton } from '#ui/RowSkeleton.tsx';
import classes from './Attention.module.css';

type Props = {
  readonly title: string;
  /** How many there are beyond those shown. */ readonly more: number;
  /** The list of all. */ readonly to: string;
  readonly isReading: boolean;
  readonly children: ReactNode;
};

/** The first records of a kind that wait for this person, and the way to all of them. */
export function WaitingList({ title, more, to, isReading, children }: Props) {
  const { t } = useTranslation('dashboard');
  const id = useId();
  return (
    <div className={classes.block}>
      <h3 id={id} className={classes.heading}>
        {title}
      </h3>
      {isReading ? (
        <RowSkeleton label={title} />
      ) : (
        <ul className={classes.list} aria-labelledby={id}>
          {children}
        </ul>
      )}
      {more > 0 && (
        <Anchor component={Link} to={to} size="sm" className={classes.more}>
          {t('waiting.more', { count: more })}
        </Anchor>
      )}
    </div>
  );
}
