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
  // A form that closes and opens again in the same moment needs a little patience until the browser has freed its own lock. A page that is busy for
  // that long hears that its patience is over before it hears that the lock was free all the time: it asks once more.
  return (await claim({ signal: AbortSignal.timeout(PATIENCE_MS) })) ?? claim({ ifAvailable: true });
}
