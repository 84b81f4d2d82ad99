import type { Language } from './languages.ts';

const name = 'kontor_locale';
/** Spec §9. */
const maxAgeSeconds = 365 * 24 * 3600;

/** The language remembered by the cookie, unchecked. */
export function rememberedLanguage(cookies: string = document.cookie): string | undefined {
  return cookies
    .split('; ')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

export function rememberLanguage(language: Language): void {
  document.cookie = `${name}=${language}; Max-Age=${maxAgeSeconds}; Path=/; SameSite=Lax`;
}
