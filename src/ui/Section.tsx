import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';

type Props = { title?: ReactNode; text?: ReactNode; actions?: ReactNode; children: ReactNode; isFlush?: boolean; isUnprinted?: boolean };

/** A titled card. `isFlush` drops the inner padding for lists and tables; `isUnprinted` keeps it off paper. */
export function Section({ title, text, actions, children, isFlush = false, isUnprinted = false }: Props) {
  const id = useId();
  return (
    <section className={classes.section} data-unprinted={isUnprinted || undefined} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <div className={classes.head}>
          <div>
            {title && (
              <h2 id={id} className={classes.title}>
                {title}
              </h2>
            )}
            {text && <p className={classes.text}>{text}</p>}
          </div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      <div className={isFlush ? undefined : classes.body}>{children}</div>
    </section>
  );
}
