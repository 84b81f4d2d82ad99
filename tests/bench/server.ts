import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { DEMO_PASSWORD } from '#local/seed/demo-people.ts';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import { seedDemo } from '#local/seed/demo.ts';
import { seedStress } from '#local/seed/stress.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { captured, type Change, edited } from './captured.ts';
import { pageUnderPolicies } from './many-companies.ts';
import { type Bench, type BenchRow, ceilingRow, comparisonRow, median, percentile } from './report.ts';
import { timed } from './timed.ts';

const now = new Date('2026-06-15T09:00:00Z');

async function repeat(times: number, run: (i: number) => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  for (let i = 0; i < times; i += 1) all.push(await timed(() => run(i)));
  return all;
}

async function signedIn(backend: Backend): Promise<SupabaseClient> {
  const client = createClient(backend.url, backend.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
  const { error } = await client.auth.signInWithPassword({ email: 'demo@example.com', password: DEMO_PASSWORD });
  if (error) throw error;
  return client;
}

async function pull(client: SupabaseClient, cursors: Record<string, number>, limit: number) {
  const { data, error } = await client.rpc('sync_pull', {
    p_company: NORDLICHT.id,
    p_state: { epoch: null, access: null, cursors },
    p_limit: limit,
  });
  if (error) throw error;
  return data as { collections: Record<string, { rows: unknown[]; cursor: number; more: boolean }> };
}

/** One page of 1,000 rows over HTTP, beside the same rows straight from the table. */
async function pageOfRows(backend: Backend, client: SupabaseClient, rows: number): Promise<BenchRow> {
  await pull(client, { expenses: 0 }, 1000);
  const all = await repeat(15, () => pull(client, { expenses: 0 }, 1000));
  const straight = await repeat(15, () =>
    backend.db.query('select to_jsonb(e) from public.expenses e where company_id = $1 limit 1000', [NORDLICHT.id]),
  );
  return ceilingRow(
    {
      bench: 'server: 1,000-row page of sync_pull',
      value: median(all),
      unit: 'ms',
      reference: { what: 'select of 1,000 rows from the database', value: median(straight) },
      runs: all.length,
      rows,
      ...(backend.db.engine === 'postgres' ? { note: 'postgres' } : {}),
    },
    60,
  );
}

/** What a device that has all but the newest change is told, and one that has everything: neither may grow with the table. */
async function* fewNews(backend: Backend, client: SupabaseClient, rows: number): AsyncIterable<BenchRow> {
  const { head } = (
    await backend.db.query("select max(seq)::float8 as head from private.change_log where company_id = $1 and collection = 'expenses'", [
      NORDLICHT.id,
    ])
  ).rows[0] as { head: number };
  for (const [what, cursor] of [
    ['the newest change', head - 1],
    ['no news', head],
  ] as const) {
    await pull(client, { expenses: cursor }, 500);
    const all = await repeat(25, () => pull(client, { expenses: cursor }, 500));
    const straight = await repeat(25, () => backend.db.query('select 1'));
    yield comparisonRow({
      bench: `server: sync_pull of ${what}`,
      value: median(all),
      unit: 'ms',
      reference: { what: 'select 1 in the database', value: median(straight) },
      runs: all.length,
      rows,
      note: backend.db.engine,
    });
  }
}

/** The records as the server has them then. */
async function push(client: SupabaseClient, changes: Change[]): Promise<Expense[]> {
  const { data, error } = await client.rpc('sync_push', { p_company: NORDLICHT.id, p_changes: changes });
  if (error) throw error;
  const { results } = data as { results: { status: string; row: Expense | null }[] };
  return results.map((result) => {
    if (result.status !== 'applied' || !result.row) throw new Error(`a push was refused: ${JSON.stringify(result)}`);
    return result.row;
  });
}

async function singleWrite(backend: Backend, client: SupabaseClient, rows: number): Promise<BenchRow> {
  await push(client, [captured(999_999, 'warm-1')]);
  const all = await repeat(100, (i) => push(client, [captured(i, `bench-${i}`)]));
  const straight = await repeat(100, (i) =>
    backend.db.query(
      'update public.vendors set notes = $2 where company_id = $1 and id = (select min(id::text)::uuid from public.vendors where company_id = $1)',
      [NORDLICHT.id, `b${i}`],
    ),
  );
  return ceilingRow(
    {
      bench: 'server: single write, p95',
      value: percentile(all, 95),
      unit: 'ms',
      reference: { what: 'update of one row in the database, p95', value: percentile(straight, 95) },
      runs: all.length,
      rows,
    },
    20,
  );
}

const PER_PUSH = 200;

/** What a device sends after a long flight: a thousand new records, then a thousand edits of them, in pushes of 200. */
async function* thousandChanges(backend: Backend, client: SupabaseClient, rows: number, ceilings: readonly [made: number, edited: number]) {
  const inBatches = async (count: number, batch: (from: number) => Change[]): Promise<Expense[]> => {
    const rows: Expense[] = [];
    for (let from = 0; from < count; from += PER_PUSH) rows.push(...(await push(client, batch(from))));
    return rows;
  };
  const known: Expense[][] = [];
  const numbers = (run: number, from: number) => Array.from({ length: PER_PUSH }, (_, i) => 1_000_000 + run * 1000 + from + i);
  const made = await repeat(3, async (run) => {
    known[run] = await inBatches(1000, (from) => numbers(run, from).map((n) => captured(n, `push-${n}-0`)));
  });
  const changedAgain = await repeat(3, (run) =>
    inBatches(1000, (from) => (known[run] ?? []).slice(from, from + PER_PUSH).map((expense) => edited(expense, `${expense.id}-1`))),
  );
  const inserted = await repeat(3, (run) =>
    backend.db.query(
      "insert into public.vendors (id, company_id, name) select gen_random_uuid(), $1, 'Bench ' || $2 || i from generate_series(1, 1000) i",
      [NORDLICHT.id, String(run)],
    ),
  );
  const updated = await repeat(3, (run) =>
    backend.db.query("update public.vendors set notes = $2 where company_id = $1 and name like 'Bench ' || $2 || '%'", [
      NORDLICHT.id,
      String(run),
    ]),
  );
  const row = (what: string, values: number[], reference: { what: string; value: number }, ceiling: number) =>
    ceilingRow(
      {
        bench: `server: 1,000 ${what} pushed`,
        value: median(values),
        unit: 'ms',
        reference,
        runs: values.length,
        rows,
        note: backend.db.engine,
      },
      ceiling,
    );
  yield row('new expenses', made, { what: 'insert of 1,000 vendors in the database', value: median(inserted) }, ceilings[0]);
  yield row('edits of expenses', changedAgain, { what: 'update of 1,000 vendors in the database', value: median(updated) }, ceilings[1]);
}

/** The embedded engine under DESIGN §11, and PostgreSQL where it can be had: at a million rows in a large run, at 200,000 in a small one. */
export const server: Bench = {
  name: 'server',
  async *run({ rows }) {
    const backend = await startBackend({ database: 'own' });
    try {
      await seedDemo(backend.db, { now });
      await seedStress(backend.db, rows, { now });
      const client = await signedIn(backend);
      yield await pageOfRows(backend, client, rows);
      yield await singleWrite(backend, client, rows);
      yield* thousandChanges(backend, client, rows, [2500, 2000]);
    } finally {
      await backend.stop();
    }
    const large = await startBackend({ engine: 'postgres' }).catch(() => null);
    if (!large) return console.error('note: no PostgreSQL on this machine; the page among many rows was not measured');
    try {
      await seedDemo(large.db, { now });
      const total = rows >= 100_000 ? 1_000_000 : 200_000;
      await seedStress(large.db, total, { now });
      const client = await signedIn(large);
      yield await pageOfRows(large, client, total);
      yield* fewNews(large, client, total);
      yield* thousandChanges(large, client, total, [1500, 1000]);
      yield* pageUnderPolicies(large, total);
    } finally {
      await large.stop();
    }
  },
};
