import type { ReactNode } from 'react';
import { PageHeader } from '#ui/PageHeader.tsx';
import classes from './AccountPage.module.css';

type Props = { title: string; intro: string; /** What can't be done now, and why. */ notice: string | null; children: ReactNode };

/** A page on the person's own account. */
export function AccountPage({ title, intro, notice, children }: Props) {
  return (
    <div className={classes.page}>
      <PageHeader title={title} />
      <p className={classes.intro}>{intro}</p>
      {notice !== null && (
        <p className={classes.note} role="status">
          {notice}
        </p>
      )}
      {children}
    </div>
  );
}
