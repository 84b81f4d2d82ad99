import { useTranslation } from 'react-i18next';
import { LinkGroups } from '#ui/LinkGroups.tsx';
import type { NavigationGroup } from './navigation.ts';
import classes from './SideNavigation.module.css';

export function SideNavigation({ groups }: { groups: readonly NavigationGroup[] }) {
  const { t, i18n } = useTranslation('navigation');
  const named = groups.map(({ key, items }) => ({
    key,
    heading: t(`group.${key}`),
    links: items.map(({ label, path, icon }) => ({ label: i18n.t(label), path, icon })),
  }));
  return <LinkGroups className={classes.nav} label={t('main')} groups={named} />;
}
