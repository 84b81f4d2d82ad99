import { patience } from '#data/core/patience.ts';

const PATIENCE_MS = 200;

/** Holds the draft for this tab; null when another one has it. */
export async function claimDraft(
  recordId: string,
  locks: LockManager | undefined = globalThis.navigator?.locks,
): Promise<(() => void) | null> {
  if (!locks) return () => undefined;
  const claim = (options: LockOptions) =>
    new Promise<(() => void) | null>((resolve) => {
      const held = (lock: Lock | null) => (lock ? new Promise<void>((release) => resolve(release)) : resolve(null));
      locks.request(`kontor-draft-${recordId}`, options, held).catch(() => resolve(null));
    });
  // A form that closes and opens again in the same moment needs a little patience until the browser has freed its own lock.
  // A browser that was busy for longer may have freed it since.
  return (await claim({ signal: patience(PATIENCE_MS) })) ?? claim({ ifAvailable: true });
}
