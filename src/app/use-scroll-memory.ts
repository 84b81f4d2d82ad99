import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const places = new Map<string, number>();
/** A list read from the local database is there within a few frames; after that the person is where they are. */
const patienceFrames = 30;

/** A new page starts at its top; going back returns to where one was, as soon as the page is tall enough again. */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const lastPath = useRef(pathname);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => places.set(key, scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key]);

  useLayoutEffect(() => {
    const isNewPage = lastPath.current !== pathname;
    lastPath.current = pathname;
    if (type !== 'POP') {
      if (isNewPage) scrollTo({ top: 0, behavior: 'instant' });
      return undefined;
    }
    return returnTo(places.get(key) ?? 0);
  }, [key, pathname, type]);
}

function returnTo(top: number): () => void {
  let frames = 0;
  let frame = 0;
  const attempt = () => {
    scrollTo({ top, behavior: 'instant' });
    frames += 1;
    if (Math.abs(scrollY - top) > 1 && frames < patienceFrames) frame = requestAnimationFrame(attempt);
  };
  attempt();
  return () => cancelAnimationFrame(frame);
}
