import { readStored } from '#data/core/stored.ts';
import { changeRecord, insertRecord } from '#data/core/write.ts';
import { newId } from '#platform/ids/ids.ts';
import { company, synchronise } from './company.ts';
import { pause } from './watch.ts';

export type EditTimes = {
  readonly writeMs: number;
  /** Until the server has answered for every edit. */
  readonly pushMs: number;
  /** Until the engine has also heard everything the edits caused, e.g. their history. */
  readonly settledMs: number;
  /** Questions the edits left behind. */
  readonly issues: number;
};

const LOOK_EVERY_MS = 25;

/** Edits expenses without the network, through the data layer, then lets the engine send them. */
export async function offlineEdits(ids: readonly string[], text: string): Promise<EditTimes> {
  const open = company();
  const { device } = open.db;
  const issuesBefore = await device.issues.count();
  const start = performance.now();
  for (const id of ids) await changeRecord(open.db, 'expenses', id, (expense) => ({ ...expense, description: text }));
  const written = performance.now();
  let isQuiet = false;
  const emptied = (async () => {
    while (true) {
      const isLastLook = isQuiet;
      const left = await device.outbox.count();
      if (left === 0) return performance.now() - written;
      if (isLastLook) throw new Error(`the engine has nothing left to do, and ${left} edits have no answer`);
      await pause(LOOK_EVERY_MS);
    }
  })();
  await synchronise(open);
  isQuiet = true;
  const settledMs = performance.now() - written;
  return { writeMs: written - start, pushMs: await emptied, settledMs, issues: (await device.issues.count()) - issuesBefore };
}

/** Captures expenses on this device and sends them; answers their ids. Nobody has decided about them: what is booked can't be edited. */
export async function captureExpenses(count: number): Promise<string[]> {
  const open = company();
  const [found] = await open.db.collections.expenses.find({ selector: { status: 'pending' }, limit: 1 }).exec();
  const pattern = found && (await readStored(open.db, 'expenses', [found.id])).get(found.id);
  if (!pattern) throw new Error('no expense waits for a decision');
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const id = newId();
    await insertRecord(open.db, 'expenses', { ...pattern, id, number: null, amount: 1000 + n, tax_rate: null, tax_amount: 0 });
    ids.push(id);
  }
  await synchronise(open);
  const refused = await open.db.device.issues.toCollection().first();
  if (refused) throw new Error(`a captured expense was refused: ${JSON.stringify(refused)}`);
  return ids;
}
