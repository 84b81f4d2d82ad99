import type { ReactNode } from 'react';
import classes from './Banners.module.css';

type BannerProps = {
  tone: 'calm' | 'info' | 'warning';
  icon?: ReactNode;
  /** More than a sentence: on a phone the action stands below it. */
  isLong?: boolean;
  action?: { label: string; run: () => void };
  children: ReactNode;
};

/** One line above the page about the whole app. */
export function Banner({ tone, icon, isLong = false, action, children }: BannerProps) {
  return (
    <div className={classes.banner} data-tone={tone} data-long={isLong || undefined} role="status">
      {icon}
      <span className={classes.text}>{children}</span>
      {action && (
        <button type="button" className={classes.action} onClick={action.run}>
          {action.label}
        </button>
      )}
    </div>
  );
}
