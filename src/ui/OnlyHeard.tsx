import type { HTMLAttributes } from 'react';
import classes from './OnlyHeard.module.css';

/** What only a screen reader says. */
export function OnlyHeard(props: Omit<HTMLAttributes<HTMLSpanElement>, 'className'>) {
  return <span className={classes.heard} {...props} />;
}
