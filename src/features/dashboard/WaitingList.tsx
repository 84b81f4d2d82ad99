import { Anchor } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import classes from './Attention.module.css';

type Props = {
  readonly title: string;
  /** How many there are beyond those shown. */ readonly more: number;
  /** The list of all. */ readonly to: string;
  /** Of so many rows, which are still read. */ readonly reading: number;
  readonly children: ReactNode;
};

/** The first records of a kind that wait for this person, and the way to all of them. */
export function WaitingList({ title, more, to, reading, children }: Props) {
  const { t } = useTranslation('dashboard');
  const id = useId();
  return (
    <div className={classes.block}>
      <h3 id={id} className={classes.heading}>
        {title}
      </h3>
      {reading > 0 ? (
        <Reading title={title} rows={reading} />
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

/** As high as what comes, so that nothing below it moves. */
function Reading({ title, rows }: { title: string; rows: number }) {
  return (
    <div role="status" aria-label={title} aria-busy="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes.waiting}>
          <span className={classes.record} />
          <span />
          <span className={classes.acts} />
        </div>
      ))}
    </div>
  );
}
