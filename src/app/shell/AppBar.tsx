import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Logo } from '#app/Logo.tsx';
import classes from './AppBar.module.css';
import { CompanySwitcher } from './CompanySwitcher.tsx';
import { UserMenu } from './UserMenu.tsx';

type Props = { chip?: ReactNode; onShowShortcuts?: () => void; onSearch?: () => void; hasCompanies?: boolean };

const isApple = /Mac|iP/.test(globalThis.navigator?.platform ?? '');

export function AppBar({ chip, onShowShortcuts, onSearch, hasCompanies = true }: Props) {
  return (
    <header className={classes.bar}>
      <Link to="/" className={classes.brand}>
        <Logo />
        <span className={classes.name}>Kontor</span>
      </Link>
      {hasCompanies && <CompanySwitcher />}
      <div className={classes.end}>
        {onSearch && <SearchButton onSearch={onSearch} />}
        {chip}
        <UserMenu {...(onShowShortcuts ? { onShowShortcuts } : {})} />
      </div>
    </header>
  );
}

function SearchButton({ onSearch }: { onSearch: () => void }) {
  const { t } = useTranslation('search');
  return (
    <button type="button" className={classes.search} onClick={onSearch} aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K">
      <IconSearch size={18} aria-hidden />
      <span className={classes.searchWord}>{t('open')}</span>
      <kbd className={classes.searchKey}>{isApple ? '⌘ K' : 'Ctrl K'}</kbd>
    </button>
  );
}
