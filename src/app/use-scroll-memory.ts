import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { scrollSmoothly } from '#ui/smooth-scroll.ts';

const places = new Map<string, number>();
/** A long list grows while it is scrolled; after that, or as soon as the person moves, they are where they are. */
const patienceMs = 2000;
const personActs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * A new page starts at its top, a link to the page one is on leads back up to it; going back returns to where one was, as soon as the page is
 * tall enough again.
 */
export function useScrollMemory(): void {
  const { key, pathname, search } = useLocation();
  const type = useNavigationType();
  const lastPlace = useRef({ key, pathname, search });

  // In the layout phase: the scroll to the top of the next page must not be noted as this page's place.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => places.set(key, scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key]);

  useLayoutEffect(() => {
    const last = lastPlace.current;
    lastPlace.current = { key, pathname, search };
    if (type === 'POP') return returnTo(places.get(key) ?? 0);
    if (last.pathname !== pathname) scrollTo({ top: 0, behavior: 'instant' });
    // A filter changes the address too and leaves the page where it is.
    else if (last.key !== key && last.search === search) scrollSmoothly(0);
    return undefined;
  }, [key, pathname, search, type]);
}

function returnTo(top: number): () => void {
  const startedAt = performance.now();
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    for (const name of personActs) removeEventListener(name, stop);
  };
  const attempt = () => {
    scrollTo({ top, behavior: 'instant' });
    if (Math.abs(scrollY - top) <= 1 || performance.now() - startedAt > patienceMs) stop();
    else frame = requestAnimationFrame(attempt);
  };
  for (const name of personActs) addEventListener(name, stop, { passive: true });
  attempt();
  return stop;
}
