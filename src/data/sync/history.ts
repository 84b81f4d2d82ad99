import type { Landmark, SyncState } from '#data/changes/sync-state.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { SyncContext } from './context.ts';

/** Whether the server's history is one with that of which it gave this mark. Asks for no rows. */
export async function knowsMark({ db, transport, signal }: SyncContext, mark: string): Promise<boolean> {
  const { why } = await transport.pull(db.companyId, { epoch: null, access: null, mark, cursors: {} }, 1, signal);
  return !why;
}

/** Until when, in ms of the server's clock, the history of a server that was set back is the one that this device has seen; 0 when nobody knows. */
export async function sharedUntil(context: SyncContext, { past = [] }: SyncState): Promise<number> {
  for (const { mark, at } of past) if (await knowsMark(context, mark)) return at;
  return 0;
}

/** Older ones grow rare: of those about equally old the oldest stays, so that two years are some twenty of them. */
export function withLandmark(past: readonly Landmark[], fresh: Landmark): readonly Landmark[] {
  const age = ({ at }: Landmark) => Math.floor(Math.log2(1 + Math.max(0, fresh.at - at) / 60_000));
  const all = [fresh, ...past.filter(({ mark }) => mark !== fresh.mark)];
  return all.filter((each, index) => {
    const older = all[index + 1];
    return index === 0 || !older || age(older) !== age(each);
  });
}

/** The newest date of any of these versions, in ms. */
export const newestOf = (rows: readonly SyncedRecord[], from: number): number =>
  rows.reduce((newest, row) => Math.max(newest, Date.parse(row.updated_at)), from);
