import type { ReactNode } from 'react';
import classes from './NameCell.module.css';

type Props = {
  name: ReactNode;
  /** What is said besides, shortened first. */
  detail?: ReactNode;
  /** On a phone the detail stands below, whole, instead of being left out. */
  isStacked?: boolean;
  /** A mark behind both. */
  children?: ReactNode;
};

/** The cell of a table that names its row. */
export function NameCell({ name, detail, isStacked, children }: Props) {
  return (
    <span className={classes.cell} data-stacked={isStacked || undefined}>
      <span className={classes.name}>{name}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
      {children}
    </span>
  );
}
