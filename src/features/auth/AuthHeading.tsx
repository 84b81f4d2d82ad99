import type { ReactNode } from 'react';
import classes from './auth.module.css';

export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={classes.heading}>
      <h1 className={classes.title}>{title}</h1>
      {children && <p className={classes.text}>{children}</p>}
    </div>
  );
}
