import type { ReactNode } from 'react';
import classes from './Fields.module.css';

type Props = { /** Read and tabbed through from top to bottom, one column after the other. */ children: readonly [ReactNode, ReactNode] };

/** Two columns of sections where a form has the room, one below the other where it hasn't. */
export function FormColumns({ children: [first, second] }: Props) {
  return (
    <div className={classes.columns}>
      <div className={classes.columnGrid}>
        <div>{first}</div>
        <div>{second}</div>
      </div>
    </div>
  );
}
