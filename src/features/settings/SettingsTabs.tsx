import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import classes from './Settings.module.css';

/** The settings that exist, side by side. */
export function SettingsTabs() {
  const { t } = useTranslation('settings');
  return (
    <nav className={classes.tabs} aria-label={t('title.settings')}>
      <NavLink to="/settings/offline" className={classes.tab ?? ''}>
        {t('title.offline')}
      </NavLink>
      <NavLink to="/settings/expenses" className={classes.tab ?? ''}>
        {t('title.expenses')}
      </NavLink>
    </nav>
  );
}
