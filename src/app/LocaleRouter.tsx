import { type ReactNode, startTransition, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { createPath, Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';
import { applyLanguage } from '#platform/i18n/i18n.ts';
import { LanguageContext } from '#platform/i18n/language-choice.ts';
import { basenameOf, DEFAULT_LANGUAGE, type Language, languageOfPath, pathInLanguage } from '#platform/i18n/languages.ts';
import '#platform/navigation/pop-gate.ts';
import { linkManifest } from '#platform/pwa/manifest-link.ts';
import { isPageHere } from './pages-here.ts';

// `v5Compat` is what makes pushes, not only the back button, reach the listener; BrowserRouter does the same.
const history = createBrowserHistory({ v5Compat: true });

type Encode = typeof history.encodeLocation;
const encoded = new Map<string, ReturnType<Encode>>();
const ENCODED = 200;

/** Each link of the navigation asks with each change of the address, and gets a URL made to answer. */
const encodeLocation: Encode = (to) => {
  const path = typeof to === 'string' ? to : createPath(to);
  if (encoded.size >= ENCODED) encoded.clear();
  const made = encoded.get(path) ?? history.encodeLocation(path);
  encoded.set(path, made);
  return made;
};
const navigator = Object.assign(Object.create(history) as typeof history, { encodeLocation });

/**
 * A browser router whose language is the address: the `/de` prefix is the router's basename, so every route and link exists once and
 * works in both languages. Switching changes basename and address together and keeps everything on the page as it is.
 */
export function LocaleRouter({ children }: { children: ReactNode }) {
  const [state, setState] = useState({ location: history.location, action: history.action });
  // Before any effect of the screens: a redirect right after the first render must not be missed.
  useLayoutEffect(() => {
    let shown = history.location.pathname;
    return history.listen(({ location, action }) => {
      const draw = () => setState({ location, action });
      const isWaitedFor = location.pathname !== shown && isPageHere(pathInLanguage(location.pathname, DEFAULT_LANGUAGE));
      shown = location.pathname;
      // A page is drawn in one go where its code is here: in slices, with frames between them, it stands later. Until code comes the page
      // before stays, and what only changes the address lets a press through.
      if (isWaitedFor) draw();
      else startTransition(draw);
    });
  }, []);
  const language = languageOfPath(state.location.pathname);

  useEffect(() => {
    void applyLanguage(language);
    linkManifest(language);
  }, [language]);

  const choice = useMemo(
    () => ({
      language,
      switchTo: (next: Language) => {
        const { pathname, search, hash } = history.location;
        // The texts first: a page half in each language is worse than a short wait. Offline without them the language stays.
        applyLanguage(next).then(
          () => history.push(pathInLanguage(pathname, next) + search + hash),
          () => undefined,
        );
      },
    }),
    [language],
  );

  return (
    <LanguageContext value={choice}>
      <Router basename={basenameOf(language)} location={state.location} navigationType={state.action} navigator={navigator}>
        {children}
      </Router>
    </LanguageContext>
  );
}
