import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

type Props = {
  icon?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  role?: 'alert' | 'status';
  /** Stands for the whole page, so its title is the page's heading. */ isPage?: boolean;
};

/** What a list says when it has nothing to show, and what to do about it. */
export function EmptyState({ icon, title, text, action, role, isPage = false }: Props) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={classes.root} role={role}>
      {icon && (
        <div className={classes.icon} aria-hidden>
          {icon}
        </div>
      )}
      <Title className={classes.title}>{title}</Title>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
