import { patience } from './patience.ts';

/** Runs one thing at a time, first come first served. */
export type Exclusive = <T>(run: () => Promise<T>) => Promise<T>;

/** How long a tab waits for another one, in ms: one that hangs keeps the lock, and what a person writes shall not wait for it. */
const PATIENCE_MS = 30;

/**
 * Mutual exclusion over all tabs of this browser, by a Web Lock. The browser frees the lock of a tab that dies; one that hangs keeps it, so
 * after a moment the others go on without it: then, as without Web Locks (an insecure origin), it excludes within this tab, and what two tabs
 * do at once is noticed where it is written (SYNC-41).
 */
export function createExclusive(name: string, locks: LockManager | undefined = globalThis.navigator?.locks): Exclusive {
  const withinTab = createLocalExclusive();
  return locks ? (run) => withinTab(() => locked(name, locks, run)) : withinTab;
}

async function locked<T>(name: string, locks: LockManager, run: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined;
  const signal = patience(PATIENCE_MS);
  try {
    return (await locks.request(name, { signal }, () => (begun = run()))) as T;
  } catch (error) {
    if (begun || !signal.aborted) throw error;
    return run();
  }
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
