import { useTranslation } from 'react-i18next';
import { LinkGroups } from '#ui/LinkGroups.tsx';
import type { SettingsGroup } from './sections.ts';

type Props = { groups: readonly SettingsGroup[]; look: 'side' | 'list' };

/** The settings by whom they concern: beside the page, or as the list one starts from on a phone. */
export function SettingsNavigation({ groups, look }: Props) {
  const { t } = useTranslation('settings');
  const named = groups.map(({ key, sections }) => ({
    key,
    heading: t(`group.${key}`),
    links: sections.map(({ key: section, path, icon }) => ({
      path,
      icon,
      label: t(`title.${section}`),
      ...(look === 'list' && { about: t(`about.${section}`) }),
    })),
  }));
  return <LinkGroups label={t('title.settings')} groups={named} look={look} />;
}
