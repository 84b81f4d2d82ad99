/** Named timers: `every` ticks for ever, `once` a single time; `stop` ends them all. */
export type TabTimers = { once(name: string, ms: number): void; stop(): void };
export type OpenTimers = (every: readonly (readonly [string, number])[], onTick: (name: string) => void) => TabTimers;

/** In a worker where there is one, else on the main thread. */
export const openTimers: OpenTimers = (every, onTick) => {
  if (typeof Worker === 'undefined') return openMainThreadTimers(every, onTick);
  let fallback: TabTimers | undefined;
  const worker = new Worker(new URL('./timers.worker.ts', import.meta.url), { type: 'module', name: 'kontor-timers' });
  worker.onmessage = ({ data }: MessageEvent<string>) => onTick(data);
  worker.onerror = () => {
    fallback ??= openMainThreadTimers(every, onTick);
  };
  worker.postMessage({ every });
  return {
    once: (name, ms) => (fallback ? fallback.once(name, ms) : worker.postMessage({ once: [name, ms] })),
    stop: () => {
      worker.terminate();
      fallback?.stop();
    },
  };
};

export const openMainThreadTimers: OpenTimers = (every, onTick) => {
  const intervals = every.map(([name, ms]) => setInterval(() => onTick(name), ms));
  const pending = new Set<ReturnType<typeof setTimeout>>();
  return {
    once: (name, ms) => {
      const timer = setTimeout(() => {
        pending.delete(timer);
        onTick(name);
      }, ms);
      pending.add(timer);
    },
    stop: () => {
      intervals.forEach(clearInterval);
      pending.forEach(clearTimeout);
    },
  };
};
