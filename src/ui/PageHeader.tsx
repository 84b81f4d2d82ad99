import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { isFromList } from './opened-row.ts';
import classes from './PageHeader.module.css';

type Props = { title: ReactNode; back?: { to: string; label: string }; meta?: ReactNode; actions?: ReactNode };

/** Title row of a page: where it leads back to, what it is, what can be done. `meta` sits beside the title (badges). */
export function PageHeader({ title, back, meta, actions }: Props) {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (
    <header className={classes.header}>
      <div className={classes.lead}>
        {back && (
          <Link
            to={back.to}
            className={classes.back}
            onClick={(event) => {
              // A list is found as it was left.
              if (event.ctrlKey || event.metaKey || event.shiftKey || !isFromList(state, back.to)) return;
              event.preventDefault();
              void navigate(-1);
            }}
          >
            <IconArrowLeft size={16} aria-hidden className={classes.arrow} />
            {back.label}
          </Link>
        )}
        <div className={classes.titleRow}>
          <h1 className={classes.title}>{title}</h1>
          {meta && <div className={classes.meta}>{meta}</div>}
        </div>
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
