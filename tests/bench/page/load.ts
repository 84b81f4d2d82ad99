import type { WithDeleted } from 'rxdb';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { firstValueFrom } from 'rxjs';
import { toStored } from '#data/core/stored-form.ts';
import { watchExpenses } from '#data/expenses/expenses.queries.ts';
import { registry } from '#domain/registry.ts';
import type { PullAnswer } from '#data/sync/transport.ts';
import { EVERY_EXPENSE } from '#domain/expenses/expense-filter.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { company, openEmpty, synchronise, type Target } from './company.ts';
import { openPlain, PLAIN, type Plain } from './plain.ts';
import { insertRaw, storedRows } from './raw.ts';
import { pause, watched } from './watch.ts';

export type Load = { readonly rows: number; readonly ms: number; readonly longestTaskMs: number };

const PAGE = 1000;
const BETWEEN_LOOKS_MS = 250;

/** The first load of the company by the product's own engine; `listMs` are first pages of the list asked for while it runs. */
export async function loadByEngine(target: Target): Promise<Load & { readonly listMs: number[] }> {
  const open = await openEmpty(target);
  let isRunning = true;
  const listMs: number[] = [];
  const look = async (): Promise<void> => {
    for (let limit = 50; isRunning; limit += 1) {
      await pause(BETWEEN_LOOKS_MS);
      const start = performance.now();
      await firstValueFrom(watchExpenses(open.db, { filter: EVERY_EXPENSE, limit }));
      if (isRunning) listMs.push(performance.now() - start);
    }
  };
  const looking = look();
  const { ms, longestTaskMs } = await watched(() => synchronise(open));
  isRunning = false;
  await looking;
  const { received = 0 } = (await open.db.device.sync_state.get(target.companyId)) ?? {};
  return { rows: received, ms, longestTaskMs, listMs };
}

/** The rows the engine loaded, written by hand. They stay for the raw pages. */
export async function loadRaw(): Promise<Load & { readonly indexes: number }> {
  const stored = await storedRows('expenses');
  const { result, longestTaskMs } = await watched(() => insertRaw(stored));
  return { rows: stored.rows.length, ms: result, longestTaskMs, indexes: stored.indexes.length };
}

/** The same pages asked for and thrown away: what server, wire and parsing leave to the device. */
export async function pullOnly(): Promise<Load> {
  let rows = 0;
  const { ms, longestTaskMs } = await watched(async () => {
    let answer: PullAnswer | null = null;
    do {
      answer = await pullExpenses(answer?.collections.expenses?.cursor ?? 0);
      rows += answer.collections.expenses?.rows.length ?? 0;
    } while (answer.collections.expenses?.more);
  });
  return { rows, ms, longestTaskMs };
}

const pullExpenses = (cursor: number): Promise<PullAnswer> => {
  const { transport, target } = company();
  return transport.pull(target.companyId, { epoch: null, access: null, cursors: { expenses: cursor } }, PAGE, new AbortController().signal);
};

/** The same pages through RxDB's own replication primitive, on the same storage: the claim of decision 0001. */
export async function loadByPrimitive(): Promise<Load> {
  const open = await openPlain('bench-primitive');
  try {
    return await replicate(open);
  } finally {
    await open.rx.remove();
  }
}

/** The same rows for the page of React and RxDB alone. */
export async function loadForPlainPage(): Promise<void> {
  const open = await openPlain(PLAIN);
  await replicate(open);
  await open.rx.close();
}

async function replicate({ expenses }: Plain): Promise<Load> {
  let rows = 0;
  const { ms, longestTaskMs } = await watched(async () => {
    const replication = replicateRxCollection<SyncedRecord, { cursor: number }>({
      replicationIdentifier: 'bench',
      collection: expenses,
      live: false,
      pull: {
        batchSize: PAGE,
        async handler(checkpoint) {
          const page = (await pullExpenses(checkpoint?.cursor ?? 0)).collections.expenses;
          rows += page?.rows.length ?? 0;
          const documents = (page?.rows ?? []).map((row): WithDeleted<SyncedRecord> => ({
            ...toStored(registry.expenses, row),
            _deleted: false,
          }));
          return { documents, checkpoint: { cursor: page?.cursor ?? 0 } };
        },
      },
      push: { handler: async () => [] },
    });
    replication.error$.subscribe((error) => console.error(error));
    await replication.awaitInitialReplication();
    await replication.cancel();
  });
  return { rows, ms, longestTaskMs };
}
