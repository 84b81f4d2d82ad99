import { useEffect } from 'react';
import { firstPageStands } from '#platform/start/first-page.ts';

/** Reading and drawing what is on the device takes about this long; what talks to the server would only get in its way. */
const READING_MS = 600;
/** Nobody has signed in faster; whoever only looks at the page needs nothing more. */
const LOOKING_MS = 3_000;
const IDLE_AT_LATEST_MS = 2_000;
const FIRST_TOUCHES = ['pointerdown', 'keydown', 'input'] as const;

/**
 * Says when the first page is usable, so that what it does not need may load: for a signed-in person a moment after it was drawn; on a
 * page before it as soon as somebody begins to sign in, then `prepare` fetches what comes after.
 */
export function useFirstPage({ isDrawn, isSignedIn, prepare }: { isDrawn: boolean; isSignedIn: boolean; prepare: () => void }): void {
  useEffect(() => {
    if (!isDrawn) return undefined;
    const stands = () => {
      forget();
      firstPageStands();
      if (!isSignedIn) prepare();
    };
    const whenIdle = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(stands, { timeout: IDLE_AT_LATEST_MS }) : stands());
    const timer = setTimeout(whenIdle, isSignedIn ? READING_MS : LOOKING_MS);
    const forget = () => {
      clearTimeout(timer);
      for (const touch of FIRST_TOUCHES) removeEventListener(touch, whenIdle, true);
    };
    if (!isSignedIn) for (const touch of FIRST_TOUCHES) addEventListener(touch, whenIdle, { capture: true, once: true, passive: true });
    return forget;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `prepare` never changes what it does
  }, [isDrawn, isSignedIn]);
}
