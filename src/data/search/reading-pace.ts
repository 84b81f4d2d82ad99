import { asyncScheduler } from 'rxjs';
import { type Clock, sleep } from '#platform/clock/clock.ts';

/** Whoever just did something may be about to save or to open something, which would stand behind the page that is being read. */
const WORK_MS = 2_000;
/** Where somebody works without a pause, reading gets on all the same. */
const PATIENCE_MS = 10_000;

export type ReadingPace = {
  /** Resolves when the next page may be read. */
  pause(): Promise<void>;
  /** Somebody works in this tab, or records are written in this one or another. */
  acted(): void;
  /** Somebody waits for it: from now on page after page, with room for the browser to draw and react in between. */
  hurry(): void;
};

/** How fast everything is read: between what people do, as long as nobody waits for it. */
export function readingPace(clock: Clock): ReadingPace {
  const hurried = Promise.withResolvers<void>();
  let isHurried = false;
  let actedAt = Number.NEGATIVE_INFINITY;

  async function calm(): Promise<void> {
    await idleMoment();
    const atLatest = clock.monotonicMs() + PATIENCE_MS;
    while (!isHurried) {
      const left = Math.min(actedAt + WORK_MS, atLatest) - clock.monotonicMs();
      if (left <= 0) return;
      await Promise.race([sleep(clock, left), hurried.promise]);
    }
  }

  return {
    pause: () => (isHurried ? nextTask() : calm()),
    acted() {
      actedAt = clock.monotonicMs();
    },
    hurry() {
      isHurried = true;
      hurried.resolve();
    },
  };
}

const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    asyncScheduler.schedule(() => resolve());
  });

const idleMoment = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 200 });
    else resolve(nextTask());
  });
