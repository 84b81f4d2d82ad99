import { changeRecord } from '#data/core/write.ts';
import { company, synchronise } from './company.ts';

/** Edits that many expenses without the network, through the data layer, then lets the engine send them. */
export async function offlineEdits(ids: readonly string[], text: string): Promise<{ writeMs: number; pushMs: number; left: number }> {
  const open = company();
  const start = performance.now();
  for (const id of ids) await changeRecord(open.db, 'expenses', id, (expense) => ({ ...expense, description: text }));
  const written = performance.now();
  await synchronise(open);
  const pushMs = performance.now() - written;
  return { writeMs: written - start, pushMs, left: await open.db.device.outbox.count() };
}

/** Ids of expenses that the stress seed left open for edits. */
export async function someExpenses(count: number): Promise<string[]> {
  const found = await company()
    .db.collections.expenses.find({ sort: [{ amount: 'desc' }, { id: 'desc' }], limit: count })
    .exec();
  return found.map(({ id }) => id);
}
