import { changeRecord } from '#data/core/write.ts';
import { company, synchronise } from './company.ts';
import { pause } from './watch.ts';

export type EditTimes = {
  readonly writeMs: number;
  /** Until the server has answered for every edit. */
  readonly pushMs: number;
  /** Until the engine has also heard everything the edits caused, e.g. their history. */
  readonly settledMs: number;
  readonly issues: number;
};

const LOOK_EVERY_MS = 25;

/** Edits expenses without the network, through the data layer, then lets the engine send them. */
export async function offlineEdits(ids: readonly string[], text: string): Promise<EditTimes> {
  const open = company();
  const { device } = open.db;
  const start = performance.now();
  for (const id of ids) await changeRecord(open.db, 'expenses', id, (expense) => ({ ...expense, description: text }));
  const written = performance.now();
  const emptied = (async () => {
    while ((await device.outbox.count()) > 0) await pause(LOOK_EVERY_MS);
    return performance.now() - written;
  })();
  await synchronise(open);
  const settledMs = performance.now() - written;
  return { writeMs: written - start, pushMs: await emptied, settledMs, issues: await device.issues.count() };
}

/** Ids of the dearest expenses. */
export async function someExpenses(count: number): Promise<string[]> {
  const found = await company()
    .db.collections.expenses.find({ sort: [{ amount: 'desc' }, { id: 'desc' }], limit: count })
    .exec();
  return found.map(({ id }) => id);
}
