import { IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';

/** A question about a record that waits for a person's answer; nothing was refused. */
export function Notice({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className={classes.notice} role="status">
      <IconHelpCircle size={18} aria-hidden className={classes.icon} />
      <p className={classes.text}>{children}</p>
      <div className={classes.actions}>{actions}</div>
    </div>
  );
}
