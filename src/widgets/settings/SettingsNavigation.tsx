import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import type { SettingsGroup } from './sections.ts';
import classes from './SettingsFrame.module.css';

type Props = { groups: readonly SettingsGroup[]; look: 'side' | 'list' };

/** The settings by whom they concern: beside the page, or as the list one starts from on a phone. */
export function SettingsNavigation({ groups, look }: Props) {
  const { t } = useTranslation('settings');
  return (
    <nav className={classes.nav} data-look={look} aria-label={t('title.settings')}>
      {groups.map(({ key, sections }) => (
        <div key={key} className={classes.group}>
          <p className={classes.heading}>{t(`group.${key}`)}</p>
          <div className={classes.links}>
            {sections.map(({ key: section, path, icon: Icon }) => (
              <NavLink key={section} to={path} className={classes.link ?? ''}>
                <Icon size={look === 'side' ? 18 : 20} stroke={1.75} aria-hidden />
                <span className={classes.words}>
                  {t(`title.${section}`)}
                  {look === 'list' && <span className={classes.about}>{t(`about.${section}`)}</span>}
                </span>
                {look === 'list' && <IconChevronRight size={18} aria-hidden />}
              </NavLink>
            ))}
          </div>
        </div>
      ))}
    </nav>
  );
}
