import { DEFAULT_LANGUAGE, pathInLanguage } from '#platform/i18n/languages.ts';

type To = string | { readonly pathname?: string };
type Go = (to: To, ...rest: never[]) => void;
/** The router's history: links and `navigate` go through these two. */
export type GuardedNavigator = { push: Go; replace: Go };
/** What the guard needs of the window. */
export type GuardedWindow = {
  readonly location: { readonly pathname: string };
  readonly history: { readonly state: unknown; go: (delta: number) => void };
  addEventListener: (type: 'beforeunload', listener: (event: Event) => void) => void;
  removeEventListener: (type: 'beforeunload', listener: (event: Event) => void) => void;
};
type Parts = {
  readonly navigator: GuardedNavigator;
  readonly window: GuardedWindow;
  /** Has steps through the history decided here, before the router hears of them. */
  readonly setPopGate: (gate: ((event: Event) => void) | null) => void;
  /** Asks the person; `leave` goes where they were going. */
  readonly onAsk: (leave: () => void) => void;
};

/** In another language it is the same page, and nothing on it is lost. */
const pageOf = (path: string): string => pathInLanguage(path.split(/[?#]/)[0] ?? '', DEFAULT_LANGUAGE);
const indexOf = ({ state }: { readonly state: unknown }): number => (state as { idx?: number } | null)?.idx ?? 0;

/**
 * Holds every way off the page — links, commands, the back button, closing the tab — until the person has been asked. The router of the app
 * has no blocker of its own, so its history's two verbs are replaced meanwhile, and `popstate` is heard before it does. Returns what ends it.
 */
export function guardLeaving({ navigator, window, setPopGate, onAsk }: Parts): () => void {
  const { push, replace } = navigator;
  const page = pageOf(window.location.pathname);
  let here = indexOf(window.history);
  let isReturning = false;
  let isOver = false;

  const guarded =
    (go: Go): Go =>
    (to, ...rest) => {
      const target = typeof to === 'string' ? to : (to.pathname ?? window.location.pathname);
      const run = () => {
        go.call(navigator, to, ...rest);
        here = indexOf(window.history);
      };
      if (isOver || pageOf(target) === page) run();
      else onAsk(run);
    };
  const onPop = (event: Event) => {
    if (isOver) return;
    if (isReturning || pageOf(window.location.pathname) === page) {
      // The way back to where the person still is, which the router never left.
      if (isReturning) event.stopImmediatePropagation();
      else here = indexOf(window.history);
      isReturning = false;
      return;
    }
    event.stopImmediatePropagation();
    const delta = indexOf(window.history) - here || -1;
    isReturning = true;
    window.history.go(-delta);
    onAsk(() => {
      isOver = true;
      window.history.go(delta);
    });
  };
  const onUnload = (event: Event) => event.preventDefault();

  const held = { push: guarded(push), replace: guarded(replace) };
  Object.assign(navigator, held);
  setPopGate(onPop);
  window.addEventListener('beforeunload', onUnload);
  return () => {
    isOver = true;
    // Another guard may have come on top of this one: it keeps asking, and through this one everything passes.
    if (navigator.push === held.push) navigator.push = push;
    if (navigator.replace === held.replace) navigator.replace = replace;
    setPopGate(null);
    window.removeEventListener('beforeunload', onUnload);
  };
}
