import { createContext, useContext } from 'react';
import type { Language } from './languages.ts';

/** The language of the address, and the way to another one without leaving the page. */
export type LanguageChoice = { readonly language: Language; readonly switchTo: (language: Language) => void };
export const LanguageContext = createContext<LanguageChoice | null>(null);

export function useLanguage(): LanguageChoice {
  const choice = useContext(LanguageContext);
  if (!choice) throw new Error('useLanguage outside LocaleRouter');
  return choice;
}
