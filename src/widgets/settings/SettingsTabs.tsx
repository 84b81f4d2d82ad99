import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import classes from './SettingsTabs.module.css';

const TABS = ['offline', 'company', 'invoice', 'expenses'] as const;

/** The settings that exist, side by side. */
export function SettingsTabs() {
  const { t } = useTranslation('settings');
  return (
    <nav className={classes.tabs} aria-label={t('title.settings')}>
      {TABS.map((tab) => (
        <NavLink key={tab} to={`/settings/${tab}`} className={classes.tab ?? ''}>
          {t(`title.${tab}`)}
        </NavLink>
      ))}
    </nav>
  );
}
