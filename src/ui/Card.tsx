import type { ReactNode } from 'react';
import classes from './Card.module.css';

/** A sheet for one question; `isPage`: in the middle of a page of its own. */
export function Card({ isPage, children }: { isPage?: boolean; children: ReactNode }) {
  const card = <div className={classes.card}>{children}</div>;
  return isPage ? <div className={classes.page}>{card}</div> : card;
}
