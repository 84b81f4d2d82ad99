import { useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '#platform/i18n/languages.ts';
import { useLanguage } from '#platform/i18n/language-choice.ts';
import classes from './BarMenu.module.css';

const schemes = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
] as const;

/** Language and appearance, as entries of a menu; each language is named in itself. */
export function PreferenceItems() {
  const { t } = useTranslation('navigation');
  const { language, switchTo } = useLanguage();
  // Without `keepTransitions` Mantine injects a style element, which the CSP refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <>
      <p className={classes.heading}>{t('language.label')}</p>
      {LANGUAGES.map((lng) => (
        <button key={lng} type="button" lang={lng} className={classes.item} aria-pressed={lng === language} onClick={() => switchTo(lng)}>
          <IconLanguage size={18} aria-hidden />
          {t(`language.${lng}`)}
          {lng === language && <IconCheck size={16} aria-hidden className={classes.check} />}
        </button>
      ))}
      <p className={classes.heading}>{t('theme.label')}</p>
      {schemes.map(([scheme, SchemeIcon]) => (
        <button
          key={scheme}
          type="button"
          className={classes.item}
          aria-pressed={scheme === colorScheme}
          onClick={() => setColorScheme(scheme)}
        >
          <SchemeIcon size={18} aria-hidden />
          {t(`theme.${scheme}`)}
          {scheme === colorScheme && <IconCheck size={16} aria-hidden className={classes.check} />}
        </button>
      ))}
    </>
  );
}
