/** Named timers: `every` tick until others are set in their place, `once` a single time; `stop` ends them all. */
export type TabTimers = { every(ticking: Ticking): void; once(name: string, ms: number): void; stop(): void };
type Ticking = readonly (readonly [string, number])[];
export type OpenTimers = (onTick: (name: string) => void) => TabTimers;

/** In a worker where there is one, else on the main thread. The worker begins with the first timer. */
export const openTimers: OpenTimers = (onTick) => {
  if (typeof Worker === 'undefined') return openMainThreadTimers(onTick);
  let worker: Worker | undefined;
  let fallback: TabTimers | undefined;
  let ticking: Ticking = [];

  function begin(): Worker {
    const begun = new Worker(new URL('./timers.worker.ts', import.meta.url), { type: 'module', name: 'kontor-timers' });
    begun.onmessage = ({ data }: MessageEvent<string>) => onTick(data);
    begun.onerror = () => {
      if (fallback) return;
      fallback = openMainThreadTimers(onTick);
      fallback.every(ticking);
    };
    return begun;
  }

  return {
    every(next) {
      ticking = next;
      if (fallback) return fallback.every(next);
      if (!worker && next.length === 0) return;
      (worker ??= begin()).postMessage({ every: next });
    },
    once(name, ms) {
      if (fallback) return fallback.once(name, ms);
      (worker ??= begin()).postMessage({ once: [name, ms] });
    },
    stop() {
      worker?.terminate();
      fallback?.stop();
    },
  };
};

export const openMainThreadTimers: OpenTimers = (onTick) => {
  let intervals: ReturnType<typeof setInterval>[] = [];
  const pending = new Set<ReturnType<typeof setTimeout>>();
  return {
    every(ticking) {
      intervals.forEach(clearInterval);
      intervals = ticking.map(([name, ms]) => setInterval(() => onTick(name), ms));
    },
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
