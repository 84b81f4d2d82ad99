/** Time as an argument: everything that waits or asks the hour takes a `Clock`, so that tests can own it. */
export type Clock = {
  now(): Date;
  /** Milliseconds since the epoch. */
  nowMs(): number;
  /** Milliseconds that never jump back when the wall clock is set. */
  monotonicMs(): number;
  setTimeout(run: () => void, ms: number): TimerId;
  clearTimeout(id: TimerId): void;
};
export type TimerId = ReturnType<typeof globalThis.setTimeout>;

export const systemClock: Clock = {
  now: () => new Date(),
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  setTimeout: (run, ms) => globalThis.setTimeout(run, ms),
  clearTimeout: (id) => globalThis.clearTimeout(id),
};

/** Resolves after `ms`, or rejects with the signal's reason when it is aborted first. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const onAbort = () => {
      clock.clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = clock.setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** Making one takes far longer than asking it, and lists ask for today at every row. */
const formats = new Map<string, Intl.DateTimeFormat>();
const dayFormat = (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  let made: Intl.DateTimeFormat;
  try {
    made = dayFormat(timeZone);
  } catch {
    made = dayFormat('UTC');
  }
  formats.set(timeZone, made);
  return made;
}

/** The calendar day `YYYY-MM-DD` of an instant in a timezone; an unknown timezone counts as UTC. */
export const calendarDay = (instant: Date, timeZone: string): string => formatOf(timeZone).format(instant);
