import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './FormError.module.css';

/** A refusal that belongs to a whole form. Renders nothing without children. */
export function FormError({ children }: { children?: ReactNode }) {
  if (!children) return null;
  return (
    <div className={classes.error} role="alert">
      <IconAlertCircle size={18} aria-hidden className={classes.icon} />
      <div>{children}</div>
    </div>
  );
}
