import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

type Props = { icon?: ReactNode; title: ReactNode; text?: ReactNode; action?: ReactNode; role?: 'alert' | 'status' };

/** What a list says when it has nothing to show, and what to do about it. */
export function EmptyState({ icon, title, text, action, role }: Props) {
  return (
    <div className={classes.root} role={role}>
      {icon && (
        <div className={classes.icon} aria-hidden>
          {icon}
        </div>
      )}
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
