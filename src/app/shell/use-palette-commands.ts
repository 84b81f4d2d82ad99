import { useMantineColorScheme } from '@mantine/core';
import {
  type Icon,
  IconDownload,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPlus,
  IconRefresh,
  IconSun,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { useCurrentCompany } from '#data/session/use-session.ts';
import { useSyncActions } from '#data/sync-centre/use-sync.ts';
import type { PaletteCommand, PalettePeriod } from '#features/search/palette-command.ts';
import type { Texts } from '#platform/i18n/i18n.ts';
import { LANGUAGES } from '#platform/i18n/languages.ts';
import { useLanguage } from '#platform/i18n/language-choice.ts';
import { promptInstall } from '#platform/pwa/install.ts';
import { choosePeriod } from '#widgets/figures/use-figure-choice.ts';
import { useInstallWay } from '#widgets/use-install.ts';
import { type DirectoryWords, type Known, phrasesOf, placeCommands } from './palette-commands.ts';
import { periodCommands } from './palette-periods.ts';
import { ACTION_WORDS, type ActionName } from './palette-words.ts';

type Asked = { readonly called: DirectoryWords; readonly onShowShortcuts: () => void; readonly onSignOut: () => void };
type Commands = { readonly commands: readonly PaletteCommand[]; readonly periodIn: (query: string) => PalettePeriod | null };

/** All that the palette knows beside records: places, what can be done from anywhere, and what there is to see of a time. */
export function usePaletteCommands({ called, onShowShortcuts, onSignOut }: Asked): Commands {
  const { t, i18n } = useTranslation('navigation');
  const { ctx } = useCompany();
  const { companies } = useCurrentCompany();
  const { syncNow } = useSyncActions();
  const { language, switchTo } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const install = useInstallWay();
  const { access, companyId } = ctx;
  const known = useMemo<Known>(
    () => ({ access, called, companies, companyId, t: i18n.getFixedT(language) as Texts }),
    [access, called, companies, companyId, i18n, language],
  );
  const places = useMemo(() => placeCommands(known), [known]);
  const other = LANGUAGES.find((each) => each !== language);
  const act = (
    name: ActionName,
    icon: Icon,
    { label, ...rest }: Pick<PaletteCommand, 'label' | 'run' | 'path' | 'stays'>,
  ): PaletteCommand => ({
    key: name,
    group: 'actions',
    label,
    icon,
    phrases: [label, ...phrasesOf(ACTION_WORDS[name])],
    ...rest,
  });
  const scheme = colorScheme === 'dark' ? 'light' : 'dark';
  return {
    commands: [
      ...places,
      act('sync', IconRefresh, { label: t('action.sync'), run: syncNow }),
      act(scheme, scheme === 'light' ? IconSun : IconMoon, { label: t(`action.${scheme}`), run: () => setColorScheme(scheme) }),
      ...(other ? [act('language', IconLanguage, { label: t(`action.language.${other}`), run: () => switchTo(other) })] : []),
      act('newCompany', IconPlus, { label: t('company.create'), path: '/company/select-current?new=1' }),
      ...(install === 'none'
        ? []
        : [
            act('install', IconDownload, {
              label: t('install'),
              ...(install === 'button' ? { run: () => void promptInstall() } : { path: '/settings/offline' }),
            }),
          ]),
      act('shortcuts', IconKeyboard, { label: t('shortcuts.open'), run: onShowShortcuts }),
      act('signOut', IconLogout, { label: t('user.signOut'), run: onSignOut, stays: true }),
    ],
    periodIn: (query) =>
      periodCommands(query, { ...known, today: ctx.today(), language, choose: (choice) => choosePeriod(companyId, choice) }),
  };
}
