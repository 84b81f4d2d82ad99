import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Logo } from '#app/Logo.tsx';
import classes from './AppBar.module.css';
import { CompanySwitcher } from './CompanySwitcher.tsx';
import { UserMenu } from './UserMenu.tsx';

type Props = { chip?: ReactNode; onShowShortcuts?: () => void; hasCompanies?: boolean };

export function AppBar({ chip, onShowShortcuts, hasCompanies = true }: Props) {
  return (
    <header className={classes.bar}>
      <Link to="/" className={classes.brand}>
        <Logo />
        <span className={classes.name}>Kontor</span>
      </Link>
      {hasCompanies && <CompanySwitcher />}
      <div className={classes.end}>
        {chip}
        <UserMenu {...(onShowShortcuts ? { onShowShortcuts } : {})} />
      </div>
    </header>
  );
}
