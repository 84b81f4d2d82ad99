import { readCookie, writeCookie } from '#platform/storage/cookies.ts';
import type { Language } from './languages.ts';

const name = 'kontor_locale';

/** The language remembered by the cookie, unchecked. */
export const rememberedLanguage = (): string | undefined => readCookie(name);

/** Spec §9: remembered for 365 days. */
export const rememberLanguage = (language: Language): void => writeCookie(name, language, { days: 365 });
