import type { ReactNode } from 'react';
import classes from './NameCell.module.css';

type Props = {
  name: ReactNode;
  /** What is said besides, shortened first. */
  detail?: ReactNode;
  /** On a phone, too, the detail is said, as far as the line goes: without it several rows would look alike. */
  isNeeded?: boolean;
  /** A mark behind both. */
  children?: ReactNode;
};

/** The cell of a table that names its row. */
export function NameCell({ name, detail, isNeeded, children }: Props) {
  return (
    <span className={classes.cell} data-needed={isNeeded || undefined}>
      <span className={classes.name}>{name}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
      {children}
    </span>
  );
}
