/** Runs one thing at a time, first come first served. */
export type Exclusive = <T>(run: () => Promise<T>) => Promise<T>;

/**
 * Mutual exclusion over all tabs of this browser, by a Web Lock. The browser frees the lock of a tab that dies,
 * and never freezes one that holds it. Without Web Locks (an insecure origin) it still excludes within this tab.
 */
export function createExclusive(name: string, locks: LockManager | undefined = globalThis.navigator?.locks): Exclusive {
  if (!locks) return createLocalExclusive();
  return async <T>(run: () => Promise<T>) => (await locks.request(name, run)) as T;
}

/** The same within one JavaScript context. */
export function createLocalExclusive(): Exclusive {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(run: () => Promise<T>) => {
    const mine = last.then(run, run);
    last = mine.catch(() => undefined);
    return mine;
  };
}
