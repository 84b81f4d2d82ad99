import { type Clock, systemClock } from '#platform/clock/clock.ts';

/** Longer than a database takes to open, also on a slow phone. */
export const HELD_AFTER_MS = 5_000;

let waiting = 0;
const listeners = new Set<() => void>();

/**
 * Whether a database of this tab can't be opened because another tab holds it: one that stands still, and so does not hear that the database is to go (after
 * a sign-out) or to change (after an update). The browser opens it as soon as that tab lets go or is closed.
 */
export const isHeld = (): boolean => waiting > 0;

export function onHeld(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Follows a database that is being opened: the browser says nothing of a delete that it waits behind. */
export async function noticeHeld<T>(opening: PromiseLike<T>, clock: Clock = systemClock): Promise<T> {
  let isNoticed = false;
  const count = (by: number) => {
    waiting += by;
    for (const listener of listeners) listener();
  };
  const timer = clock.setTimeout(() => {
    isNoticed = true;
    count(1);
  }, HELD_AFTER_MS);
  try {
    return await opening;
  } finally {
    clock.clearTimeout(timer);
    if (isNoticed) count(-1);
  }
}
