import { forgetTombstones } from '#data/core/stored.ts';
import type { SyncContext } from './context.ts';
import { pullAll } from './pull.ts';
import { pushAll } from './push.ts';
import { repairCompany } from './repair.ts';
import type { SnapshotHolder } from './snapshot.ts';
import { outboxOf, readState } from './sync-store.ts';

/** Rounds in one go before the others get a turn: two leaders can keep each other from finishing for a while. */
const MAX_ROUNDS = 8;
/** Long enough for every tab to have heard of a delete. */
const TOMBSTONE_MS = 24 * 60 * 60 * 1000;

/** Push, then pull, until there is nothing left to say or hear. */
export type Rounds = { run(): Promise<{ readonly deferred: number }> };

export function createRounds(context: SyncContext, onWork: () => Promise<void>): Rounds {
  const { db } = context;
  const snapshot: SnapshotHolder = { current: null };
  let isRepaired = false;
  let isTidy = false;
  return {
    async run() {
      if (!isRepaired) await repairCompany(db);
      isRepaired = true;
      if ((await outboxOf(db)).length > 0 || !(await readState(db)).loaded) await onWork();
      let deferred = 0;
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        ({ deferred } = await pushAll(context)); // before the pull: only then is every mutation's fate known when a row arrives (SYNC-8)
        const isDone = (await pullAll(context, snapshot)) === 'done';
        const hasMore = (await outboxOf(db)).some((row) => row.flight === null);
        if (isDone && !hasMore) break;
      }
      if (!isTidy) for (const name of db.names) await forgetTombstones(db, name, TOMBSTONE_MS).catch(() => undefined); // it only takes up room
      isTidy = true;
      return { deferred };
    },
  };
}
