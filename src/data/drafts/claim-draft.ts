const PATIENCE_MS = 200;

/** Holds the draft for this tab; null when another one has it. */
export function claimDraft(recordId: string, locks: LockManager | undefined = globalThis.navigator?.locks): Promise<(() => void) | null> {
  if (!locks) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    const held = () => new Promise<void>((release) => resolve(release));
    // A form that closes and opens again in the same moment needs a little patience until the browser has freed its own lock.
    locks.request(`kontor-draft-${recordId}`, { signal: AbortSignal.timeout(PATIENCE_MS) }, held).catch(() => resolve(null));
  });
}
