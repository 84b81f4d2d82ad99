import type { ReactNode } from 'react';
import classes from './StatusBadge.module.css';

export type Tone = 'gray' | 'blue' | 'green' | 'amber' | 'red' | 'violet';

type Props = { tone: Tone; icon?: ReactNode; title?: string; children: ReactNode };

/** A state in one word; the colour only repeats what the word says. */
export function StatusBadge({ tone, icon, title, children }: Props) {
  return (
    <span className={classes.badge} data-tone={tone} title={title}>
      {icon ?? <span className={classes.dot} aria-hidden />}
      {children}
    </span>
  );
}
