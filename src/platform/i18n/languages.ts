/** Languages of the interface; English has no route prefix. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en';

const rightToLeft = new Set(['ar', 'fa', 'he']);

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value);

/** Text direction of a UI locale (spec §1); none of today's languages is right-to-left. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr');

/** The router's basename of a language. */
export const basenameOf = (language: Language): string => (language === DEFAULT_LANGUAGE ? '/' : `/${language}`);

/** The language a path is written in: `/de/finance/expenses` → `de`. */
export function languageOfPath(pathname: string): Language {
  const first = pathname.split('/')[1];
  return isLanguage(first) && first !== DEFAULT_LANGUAGE ? first : DEFAULT_LANGUAGE;
}

/** The same page in another language; query and fragment are the caller's. */
export function pathInLanguage(pathname: string, language: Language): string {
  const current = basenameOf(languageOfPath(pathname));
  const bare = current === '/' ? pathname : pathname.slice(current.length) || '/';
  return language === DEFAULT_LANGUAGE ? bare : bare === '/' ? basenameOf(language) : `${basenameOf(language)}${bare}`;
}

/** Spec §2: only the root path follows the visitor's remembered or preferred language; every other address means what it says. */
export function rootRedirect(pathname: string, remembered: string | undefined, preferred: readonly string[]): string | null {
  if (pathname !== '/') return null;
  const wished = remembered ?? preferred.map((tag) => tag.split('-')[0]).find(isLanguage);
  return isLanguage(wished) && wished !== DEFAULT_LANGUAGE ? basenameOf(wished) : null;
}
