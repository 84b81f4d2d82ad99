import type { Clock } from '#platform/clock/clock.ts';

/** As often as a leader that is looked at asks the server by itself. */
export const ASK_EVERY_MS = 60_000;

type Parts = {
  readonly clock: Clock;
  readonly isWatched: () => boolean;
  readonly isLeader: () => boolean;
  readonly lastSyncedAt: () => Promise<string | null>;
  /** Asks whichever tab leads to look for news. */
  readonly ask: () => void;
};

/**
 * Has the leader ask for news once a minute while somebody looks at this tab: in the background the leader rests (SYNC-56). Returns the
 * function that stops it.
 */
export function askWhileWatched({ clock, isWatched, isLeader, lastSyncedAt, ask }: Parts): () => void {
  const look = async () => {
    if (!isWatched() || isLeader()) return;
    const synced = await lastSyncedAt();
    const age = synced === null ? Infinity : clock.nowMs() - Date.parse(synced);
    if (age < 0 || age >= ASK_EVERY_MS) ask(); // below 0: the clock was set
  };
  const later = () =>
    clock.setTimeout(() => {
      timer = later();
      look().catch(ask); // what can't be read is asked for
    }, ASK_EVERY_MS);
  let timer = later();
  return () => clock.clearTimeout(timer);
}
