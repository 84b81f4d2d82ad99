import type { SyncContext } from './context.ts';
import { carryOut, readState, type Work } from './sync-store.ts';

/** Another leader, or without Web Locks another tab, changed something since the page was asked for; it may be older than what is on disk (SYNC-14). */
export class StalePage extends Error {}

/** Decides and carries out inside `db.exclusive`, if nobody else made changes since `version`; returns the new version. */
export function fenced(context: SyncContext, version: number, decide: () => Promise<Work>): Promise<number> {
  const { db, signal } = context;
  signal.throwIfAborted();
  return db.exclusive(async () => {
    if ((await readState(db)).version !== version) throw new StalePage();
    const { version: next, discarded } = await carryOut(db, { ...(await decide()), version });
    if (discarded > 0) throw new StalePage(); // its row has to be decided again
    return next;
  });
}
