import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { localeVersions } from 'virtual:locale-versions';
import { DEFAULT_LANGUAGE, directionOf, type Language } from './languages.ts';
import { rememberLanguage } from './locale-cookie.ts';
import type {} from './resources.ts';

export const i18nInstance: i18n = i18next.createInstance();

void i18nInstance.use(initReactI18next).init({
  lng: DEFAULT_LANGUAGE,
  fallbackLng: false,
  resources: {},
  initAsync: false,
  defaultNS: 'common',
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});

const pending = new Map<Language, Promise<void>>();

function loadBundle(language: Language): Promise<void> {
  const known = pending.get(language);
  if (known) return known;
  const loading = fetchBundle(language).catch((error: unknown) => {
    pending.delete(language);
    throw error;
  });
  pending.set(language, loading);
  return loading;
}

async function fetchBundle(language: Language): Promise<void> {
  const response = await fetch(`/locales/${language}.json?v=${localeVersions[language]}`);
  if (!response.ok) throw new Error(`locale ${language}: HTTP ${response.status}`);
  const bundle = (await response.json()) as Record<string, Record<string, unknown>>;
  for (const [namespace, texts] of Object.entries(bundle)) i18nInstance.addResourceBundle(language, namespace, texts);
}

/** Texts by `namespace:key`. */
export type Texts = i18n['t'];

/** Texts of a language that need not be the page's. */
export async function textsIn(language: Language): Promise<Texts> {
  await loadBundle(language);
  return i18nInstance.getFixedT(language) as Texts;
}

/** Loads a language and makes it the page's: texts, `<html lang dir>` and the cookie the root path follows. */
export async function applyLanguage(language: Language): Promise<void> {
  await loadBundle(language);
  await i18nInstance.changeLanguage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  rememberLanguage(language);
}
