import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import type { Query } from '#local/db/port.ts';
import { DEMO_PASSWORD } from '#local/seed/demo-people.ts';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import { seedDemo } from '#local/seed/demo.ts';
import { seedStress } from '#local/seed/stress.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { type Bench, type BenchRow, ceilingRow, median, percentile } from './report.ts';

const COLLECTIONS = ['companies', 'members', 'expense_categories', 'vendors', 'customers', 'expenses', 'files', 'activity_log'];
const now = new Date('2026-06-15T09:00:00Z');

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

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
    },
    60,
  );
}

function expense(i: number, rev: string, base_rev: string | null = null) {
  const id = `01970000-0000-7000-8000-${i.toString(16).padStart(12, '0')}`;
  const doc = {
    id,
    rev,
    description: `Bench ${i} ${rev}`,
    amount: 12.5,
    currency: 'EUR',
    tax_rate: 19,
    tax_amount: 2,
    expense_date: '2026-06-15',
    payment_method: 'card',
  };
  return { collection: 'expenses', id, mutation_id: rev, base_rev, op: 'upsert', doc };
}

async function push(client: SupabaseClient, changes: unknown[]): Promise<void> {
  const { data, error } = await client.rpc('sync_push', { p_company: NORDLICHT.id, p_changes: changes });
  if (error) throw error;
  const refused = (data as { results: { status: string }[] }).results.filter((result) => result.status !== 'applied');
  if (refused.length > 0) throw new Error(`a push was refused: ${JSON.stringify(refused[0])}`);
}

async function singleWrite(backend: Backend, client: SupabaseClient, rows: number): Promise<BenchRow> {
  await push(client, [expense(999_999, 'warm-1')]);
  const all = await repeat(100, (i) => push(client, [expense(i, `bench-${i}`)]));
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

/** What a device sends after a long flight: a thousand new records, then a thousand edits of them, in pushes of 200. */
async function* thousandChanges(backend: Backend, client: SupabaseClient, rows: number, ceilings: readonly [made: number, edited: number]) {
  const pushAll = async (run: number, version: number) => {
    for (let from = 0; from < 1000; from += 200)
      await push(
        client,
        Array.from({ length: 200 }, (_, i) => {
          const n = 1_000_000 + run * 1000 + from + i;
          return expense(n, `push-${n}-${version}`, version === 0 ? null : `push-${n}-${version - 1}`);
        }),
      );
  };
  const made = await repeat(3, (run) => pushAll(run, 0));
  const edited = await repeat(3, (run) => pushAll(run, 1));
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
  yield row('edits of expenses', edited, { what: 'update of 1,000 vendors in the database', value: median(updated) }, ceilings[1]);
}

/** A hundred devices that each ask what is new, ten at a time on the wire as browsers would spread them. */
async function hundredClients(backend: Backend, client: SupabaseClient, rows: number): Promise<BenchRow> {
  const first = await pull(client, Object.fromEntries(COLLECTIONS.map((name) => [name, 0])), 1);
  const heads = Object.fromEntries(COLLECTIONS.map((name) => [name, first.collections[name]?.cursor ?? 0]));
  for (;;) {
    const page = await pull(client, heads, 1000);
    for (const name of COLLECTIONS) heads[name] = page.collections[name]?.cursor ?? 0;
    if (!Object.values(page.collections).some((collection) => collection.more)) break;
  }
  const all: number[] = [];
  // Every device asks every two seconds; the hundred are spread over those two seconds.
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        await new Promise((resolve) => setTimeout(resolve, i * 20));
        all.push(await timed(() => pull(client, heads, 500)));
      }),
    );
  }
  const straight = await repeat(100, () => backend.db.query('select 1'));
  return ceilingRow(
    {
      bench: 'server: 100 replicating clients, p95 of a pull',
      value: percentile(all, 95),
      unit: 'ms',
      reference: { what: 'select 1 in the database, p95', value: percentile(straight, 95) },
      runs: all.length,
      rows,
    },
    100,
  );
}

/** Time the database spends on a page of 50 expenses under row level security, with many companies' rows beside it. */
async function pageUnderPolicies(backend: Backend, total: number): Promise<BenchRow> {
  const explain = async (query: Query, sql: string, params: unknown[]) => {
    const { rows } = await query(`explain (analyze, format json) ${sql}`, params);
    const plan = rows[0]?.['QUERY PLAN'] as [{ 'Execution Time': number }] | string;
    return (typeof plan === 'string' ? (JSON.parse(plan) as [{ 'Execution Time': number }]) : plan)[0]['Execution Time'];
  };
  const page = 'select * from public.expenses where company_id = $1 order by expense_date desc, id desc limit 50';
  const { rows } = await backend.db.query("select id::text from auth.users where email = 'demo@example.com'");
  const caller = { role: 'authenticated', claims: { role: 'authenticated', sub: String(rows[0]?.['id']), aal: 'aal1' } } as const;
  const under: number[] = [];
  const without: number[] = [];
  for (let i = 0; i < 15; i += 1) {
    under.push(await backend.db.transaction((query) => explain(query, page, [NORDLICHT.id]), caller));
    without.push(await explain(backend.db.query, page, [NORDLICHT.id]));
  }
  return ceilingRow(
    {
      bench: 'server: a page of 50 under row level security, database time',
      value: median(under),
      unit: 'ms',
      reference: { what: 'the same page without policies', value: median(without) },
      runs: under.length,
      rows: total,
      note: backend.db.engine,
    },
    1,
  );
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
      yield await hundredClients(backend, client, rows);
    } finally {
      await backend.stop();
    }
    const large = await startBackend({ engine: 'postgres' }).catch(() => null);
    if (!large) return console.error('note: no PostgreSQL on this machine; the page among many rows was not measured');
    try {
      await seedDemo(large.db, { now });
      const total = rows >= 100_000 ? 1_000_000 : 200_000;
      await seedStress(large.db, total, { now });
      yield* thousandChanges(large, await signedIn(large), total, [1500, 1000]);
      yield await pageUnderPolicies(large, total);
    } finally {
      await large.stop();
    }
  },
};
