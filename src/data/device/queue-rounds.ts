import { liveQuery } from 'dexie';
import type { Clock, TimerId } from '#platform/clock/clock.ts';

/** How long a queue waits before it tries again what failed, by how often it did: give or take a quarter. */
export const BACK_OFF_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000] as const;
const LONGEST_MS = BACK_OFF_MS[5] * 1.25;

/** The wait after so many tries that failed; `random` is in [0, 1). */
export const backOffMs = (tries: number, random: number): number =>
  (BACK_OFF_MS[Math.min(tries, BACK_OFF_MS.length) - 1] ?? BACK_OFF_MS[0]) * (0.75 + random / 2);

/** Milliseconds until what was put off is due. Farther away than any wait is what a clock said that was set back since: it is due. */
export function msUntil(nextTryAt: string | null, nowMs: number): number {
  const ms = nextTryAt === null ? 0 : Date.parse(nextTryAt) - nowMs;
  return ms > 0 && ms <= LONGEST_MS ? ms : 0;
}

export type QueueRounds = {
  start(): void;
  /** Nothing is begun afterwards. */
  stop(): void;
  /** The connection may be back: what waits is tried now, not when its back-off ends. */
  poke(): void;
};

type Parts = {
  readonly clock: Clock;
  /** Does all that is due; returns after how long to come back, null when nothing waits. `hurry` forgets back-offs. */
  readonly round: (isOver: () => boolean, hurry: boolean) => Promise<number | null>;
  /** Read of the device database whose tables wake the rounds. */
  readonly whatMatters: () => Promise<unknown>;
  readonly onFailure: (what: 'round' | 'watch', error: unknown) => void;
  /** After a round that failed, and after a watch that did. */
  readonly retryMs: { readonly round: number; readonly watch: number };
};

/** One round at a time over what waits in the device database: woken by its changes, by pokes and by back-offs that end. */
export function createQueueRounds({ clock, round, whatMatters, onFailure, retryMs }: Parts): QueueRounds {
  let term: { end(): void } | undefined;
  let wake: () => void = () => undefined;

  function start(): void {
    if (term) return;
    let [isOver, isBusy, isAgain] = [false, false, false];
    let timer: TimerId | undefined;
    const run = async (hurry = false) => {
      if (isOver) return;
      if (isBusy) {
        isAgain = true;
        return;
      }
      isBusy = true;
      if (timer !== undefined) clock.clearTimeout(timer);
      const waitMs = await round(() => isOver, hurry).catch((error: unknown) => {
        onFailure('round', error);
        return retryMs.round;
      });
      isBusy = false;
      if (isOver) return;
      if (isAgain) {
        isAgain = false;
        void run();
      } else if (waitMs !== null) timer = clock.setTimeout(() => void run(), waitMs);
    };
    let watching: { unsubscribe(): void } | undefined;
    const watch = (): void => {
      if (isOver) return;
      watching = liveQuery(whatMatters).subscribe({
        next: () => void run(),
        // A read that failed ends it; what comes later must still wake us.
        error: (error: unknown) => {
          onFailure('watch', error);
          clock.setTimeout(watch, retryMs.watch);
        },
      });
    };
    watch();
    wake = () => void run(true);
    term = {
      end() {
        isOver = true;
        watching?.unsubscribe();
        if (timer !== undefined) clock.clearTimeout(timer);
      },
    };
  }

  return {
    start,
    stop() {
      term?.end();
      term = undefined;
      wake = () => undefined;
    },
    poke: () => wake(),
  };
}
