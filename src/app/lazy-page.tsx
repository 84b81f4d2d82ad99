import { type ComponentType, lazy, memo, useCallback, useEffect, useState } from 'react';
import { log } from '#platform/log/log.ts';
import { onNetworkChange } from '#platform/network/network.ts';
import { withStyles } from '#ui/failed-styles.ts';
import { isNotFetched } from '#ui/not-fetched.ts';
import { NotHerePage } from './NotHerePage.tsx';

export type LazyPage = {
  readonly Page: ComponentType;
  readonly preload: () => Promise<unknown>;
  /** Whether its code is here. */ readonly isHere: () => boolean;
};

/**
 * A page in its own chunk. Once the chunk is here the page renders at once: React's `lazy` alone would suspend even then,
 * and React holds back what follows a fallback for 300 ms. Where the chunk can't be had, because the connection went before it was kept here, the
 * page says so, and opens by itself with the next connection.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined;
  let loading: Promise<ComponentType> | undefined;
  const fetchPage = () => {
    loading ??= withStyles(load).then(
      (page) => (loaded = page),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const missing = (error: unknown): ComponentType => {
    if (!isNotFetched(error)) throw error;
    log.warn('page_not_here', { error });
    return Missing;
  };
  // React keeps what it answers for good, so a page that was missing asks again by itself.
  const Lazy = lazy(async () => ({ default: await fetchPage().catch(missing) }));

  function Missing() {
    const [Current, setCurrent] = useState(() => loaded);
    const ask = useCallback(() => fetchPage().then((page) => setCurrent(() => page)), []);
    useEffect(() => {
      if (Current) return undefined;
      const askAgain = () => void ask().catch(() => undefined);
      askAgain();
      return onNetworkChange((isOnline) => isOnline && askAgain());
    }, [Current, ask]);
    return Current ? <Current /> : <NotHerePage onRetry={ask} />;
  }

  function Current() {
    // Chosen once: another component in the same place would lose the page's state.
    const [Chosen] = useState(() => loaded ?? Lazy);
    return <Chosen />;
  }
  // Drawn by what it asks for itself, not with each step of the session or the address around it.
  const Page = memo(Current);
  return { Page, preload: () => fetchPage().catch(() => undefined), isHere: () => loaded !== undefined };
}
