import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import type { NavigationGroup } from './navigation.ts';
import classes from './SideNavigation.module.css';

export function SideNavigation({ groups }: { groups: readonly NavigationGroup[] }) {
  const { t, i18n } = useTranslation('navigation');
  return (
    <nav className={classes.nav} aria-label={t('main')}>
      {groups.map(({ key, items }) => (
        <div key={key} className={classes.group}>
          <p className={classes.heading}>{t(`group.${key}`)}</p>
          {items.map(({ key: item, label, path, icon: Icon }) => (
            <NavLink key={item} to={path} className={classes.link ?? ''}>
              <Icon size={18} stroke={1.75} aria-hidden />
              {i18n.t(label)}
            </NavLink>
          ))}
        </div>
      ))}
    </nav>
  );
}
