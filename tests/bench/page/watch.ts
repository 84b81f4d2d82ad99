/** What the main thread does while something runs. */

export type Watched<T> = { readonly result: T; readonly ms: number; readonly longestTaskMs: number };

/** Runs it and says how long it took and the longest task meanwhile; 0 if none took 50 ms. */
export async function watched<T>(run: () => Promise<T>): Promise<Watched<T>> {
  let longestTaskMs = 0;
  const note = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) longestTaskMs = Math.max(longestTaskMs, duration);
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'longtask' });
  const start = performance.now();
  const result = await run();
  const ms = performance.now() - start;
  note(observer.takeRecords());
  observer.disconnect();
  return { result, ms, longestTaskMs };
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
