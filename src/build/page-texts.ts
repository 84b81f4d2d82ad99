import type { i18n as I18n } from 'i18next';
import { createContext, createElement, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import { initReactI18next, Trans } from 'react-i18next';

export { initReactI18next, Trans };

type Say = (key: string, ...filled: readonly unknown[]) => string;
type Translation = { readonly t: Say; readonly i18n: I18n; readonly ready: boolean };
type Texts = (namespaces: string | readonly string[]) => Translation;

/** Texts of the page's language; without a provider those that the library knows. */
const TextsContext = createContext<Texts | null>(null);

/**
 * In the place of the library's hook: that one follows the language by itself, with ten hooks and two listeners in each component that says
 * a word, and a list says several in each of its rows. All texts of a language are here before the page is in it, so the language is
 * followed once, and a text without anything to fill in is looked up once.
 */
export function I18nextProvider({ i18n, children }: { readonly i18n: I18n; readonly children: ReactNode }) {
  const [follow, languageNow] = useMemo(
    () => [
      (listener: () => void) => {
        i18n.on('languageChanged', listener);
        return () => i18n.off('languageChanged', listener);
      },
      () => i18n.language,
    ],
    [i18n],
  );
  const language = useSyncExternalStore(follow, languageNow);
  const texts = useMemo(() => textsIn(i18n, language), [i18n, language]);
  return createElement(TextsContext.Provider, { value: texts }, children);
}

export function useTranslation(namespaces: string | readonly string[] = 'common'): Translation {
  const texts = useContext(TextsContext);
  if (!texts) throw new Error('Texts are only known inside I18nextProvider.');
  return texts(namespaces);
}

function textsIn(i18n: I18n, language: string): Texts {
  const known = new Map<string, Translation>();
  return (namespaces) => {
    const first = [namespaces].flat()[0] ?? 'common'; // any other is named in its keys
    const made = known.get(first) ?? { t: remembering(i18n.getFixedT(language, first as never) as unknown as Say), i18n, ready: true };
    known.set(first, made);
    return made;
  };
}

/** The same words, each text that nothing is filled into looked up once. */
function remembering(t: Say): Say {
  const known = new Map<string, string>();
  const say: Say = (key, ...filled) => {
    if (filled.length > 0) return t(key, ...filled);
    const text = known.get(key) ?? t(key);
    known.set(key, text);
    return text;
  };
  return Object.assign(say, t);
}
