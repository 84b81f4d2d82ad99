import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Logo } from '#app/Logo.tsx';
import classes from './AppBar.module.css';
import { CompanySwitcher } from './CompanySwitcher.tsx';
import { useKeyName } from './use-key-name.ts';
import { UserMenu } from './UserMenu.tsx';

type Props = { chip?: ReactNode; bell?: ReactNode; onShowShortcuts?: () => void; onSearch?: () => void; hasCompanies?: boolean };

export function AppBar({ chip, bell, onShowShortcuts, onSearch, hasCompanies = true }: Props) {
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
        {bell}
        <UserMenu {...(onShowShortcuts ? { onShowShortcuts } : {})} />
      </div>
    </header>
  );
}

/** Where the bell will be. */
export const BellPlace = () => <span className={classes.bellPlace} />;

function SearchButton({ onSearch }: { onSearch: () => void }) {
  const { t } = useTranslation('search');
  const keyName = useKeyName();
  return (
    <button type="button" className={classes.search} onClick={onSearch} aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K">
      <IconSearch size={18} aria-hidden />
      <span className={classes.searchWord}>{t('open')}</span>
      <kbd className={classes.searchKey}>{`${keyName('Ctrl')} K`}</kbd>
    </button>
  );
}
