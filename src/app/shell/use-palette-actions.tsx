import { useMantineColorScheme } from '@mantine/core';
import { IconKeyboard, IconLanguage, IconMoon, IconPlus, IconRefresh, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useSyncActions } from '#data/sync-centre/use-sync.ts';
import type { PaletteAction } from '#features/search/use-palette-groups.tsx';
import { LANGUAGES } from '#platform/i18n/languages.ts';
import { useLanguage } from '#platform/i18n/language-choice.ts';
import { routeOf, routes } from '#app/routes.tsx';
import { isAllowed } from './navigation.ts';

/** Every page that `n` opens somewhere, once. */
const CREATE_PATHS = [...new Set(routes.flatMap(({ createPath = [] }) => createPath))];

/** What can be done from anywhere: a new record of every kind this person may make, and what concerns the whole app. */
export function usePaletteActions(onShowShortcuts: () => void): PaletteAction[] {
  const { t, i18n } = useTranslation('navigation');
  const { ctx } = useCompany();
  const navigate = useNavigate();
  const { syncNow } = useSyncActions();
  const { language, switchTo } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const other = LANGUAGES.find((each) => each !== language);
  const isDark = colorScheme === 'dark';
  const creations = CREATE_PATHS.flatMap((path): PaletteAction[] => {
    const route = routeOf(path);
    if (!route || !isAllowed(ctx.access, route.permissions)) return [];
    return [{ key: path, label: i18n.t(route.title), icon: IconPlus, run: () => void navigate(path) }];
  });
  return [
    ...creations,
    { key: 'sync', label: t('action.sync'), icon: IconRefresh, run: syncNow },
    {
      key: 'theme',
      label: t(isDark ? 'action.light' : 'action.dark'),
      icon: isDark ? IconSun : IconMoon,
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    ...(other ? [{ key: 'language', label: t(`action.language.${other}`), icon: IconLanguage, run: () => switchTo(other) }] : []),
    { key: 'shortcuts', label: t('shortcuts.open'), icon: IconKeyboard, run: onShowShortcuts },
  ];
}
