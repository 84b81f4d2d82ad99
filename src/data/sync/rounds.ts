import { forgetTombstones } from '#data/core/stored.ts';
import { blame, nextTry } from './aside.ts';
import type { SyncContext } from './context.ts';
import { pullAll } from './pull.ts';
import { hasUnsent, pushAll } from './push.ts';
import { repairCompany } from './repair.ts';
import type { SnapshotHolder } from './snapshot.ts';
import { outboxOf, readState } from './sync-store.ts';

/** Rounds in one go before the others get a turn: two leaders can keep each other from finishing for a while. */
const MAX_ROUNDS = 8;
/** Changes in a row that fail alone before the engine takes a breath: then it may be the server. */
const MAX_ASIDES = 2;
/** Long enough for every tab to have heard of a delete. */
const TOMBSTONE_MS = 24 * 60 * 60 * 1000;

/** A change may wait this long for its parent. */
const DEFERRED_MS = 1000;

/** What a run left: when, in ms, there is something to try again, and whether nothing could be sent, though the way is good. */
export type RoundsOutcome = { readonly nextMs: number; readonly isStalled: boolean };

/** Push, then pull, until there is nothing left to say or hear. */
export type Rounds = { run(): Promise<RoundsOutcome> };

export function createRounds(context: SyncContext, onWork: () => Promise<void>): Rounds {
  const { db } = context;
  const snapshot: SnapshotHolder = { current: null };
  let isRepaired = false;
  let isTidy = false;

  /** The pull comes whatever became of the push (SYNC-32), and tells whether the way is good. */
  async function exchange(): Promise<{ isDeferred: boolean; isStalled: boolean }> {
    // The pull after the last push did not come through: whether the server still has that push is asked before the next (SYNC-36).
    if ((await readState(db)).push_mark) await pullAll(context, snapshot);
    let [isDeferred, rounds, asides] = [false, 0, 0];
    while (rounds < MAX_ROUNDS && asides < MAX_ASIDES) {
      const { answered, deferred, failed, isSetBack } = await pushAll(context);
      isDeferred = deferred > 0;
      const isDone = (await pullAll(context, snapshot)) === 'done';
      if (answered > 0) asides = 0;
      if (failed) {
        if (await blame(context, failed)) asides += 1;
      } else if (isDone && !isSetBack && !(await hasUnsent(context))) break;
      else rounds += 1;
    }
    return { isDeferred, isStalled: asides >= MAX_ASIDES };
  }

  return {
    async run() {
      if (!isRepaired) await repairCompany(db);
      isRepaired = true;
      if ((await outboxOf(db)).length > 0 || !(await readState(db)).loaded) await onWork();
      const { isDeferred, isStalled } = await exchange();
      if (!isTidy) for (const name of db.names) await forgetTombstones(db, name, TOMBSTONE_MS).catch(() => undefined); // it only takes up room
      isTidy = true;
      return { nextMs: Math.min(isDeferred ? DEFERRED_MS : Infinity, nextTry(context, await outboxOf(db))), isStalled };
    },
  };
}
