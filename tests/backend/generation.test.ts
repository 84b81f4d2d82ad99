import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateDue, startGenerationTimer } from '#local/generation/generation-timer.ts';
import { silentLog } from '#local/server/log.ts';
import { callFunction } from '#platform/supabase/call-function.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { ABLE_TO_INVOICE, type Builders, buildersFor, testId } from '#tests/support/builders.ts';
import { insertAccounts, insertMembers, personaId } from '#tests/support/personas.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DENO = fileURLToPath(new URL('../../node_modules/.bin/deno', import.meta.url));
const company_id = testId(1);
const NAME = 'process-recurring-invoices';
let backend: Backend;
let build: Builders;

beforeAll(async () => {
  backend = await startBackend({ database: 'own' });
  build = buildersFor(backend.db.query, 0x100);
  await insertAccounts(backend.db.query);
  await build.company({ id: company_id, settings: ABLE_TO_INVOICE });
  await insertMembers(backend.db.query, company_id);
});
afterAll(() => backend?.stop());

async function clientOf(persona: 'accountant' | 'viewer', at = backend.url): Promise<SupabaseClient> {
  const token = await new SignJWT({ sub: personaId(persona), role: 'authenticated', aud: 'authenticated', aal: 'aal1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(backend.jwtSecret));
  return createClient(at, backend.anonKey, { accessToken: async () => token });
}
const series = async (values: Record<string, unknown> = {}) => {
  const { id } = await build.recurring_invoices({ company_id, start_date: '2026-01-31', end_date: '2026-02-01', ...values });
  await build.recurring_invoice_items({ company_id, recurring_invoice_id: id });
  return id;
};
const count = async (id: string) =>
  (await backend.db.query('select count(*)::int as n from public.invoices where recurring_invoice_id = $1', [id])).rows[0]?.['n'];

/** The same questions wherever the handler runs; `at` answers `/functions/v1/<name>`. */
function answers(at: () => string) {
  test('generates an invoice once, and says so when it is asked again', async () => {
    const client = await clientOf('accountant', at());
    const body = { recurring_invoice_id: await series(), period: '2026-01-31' };
    const first = await callFunction<{ invoice_id: string }>(client, NAME, body);
    expect(first).toEqual({
      data: {
        invoice_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        number: null,
        period: '2026-01-31',
        next_generation: '2026-02-28',
        already_generated: false,
      },
      error: null,
      status: 200,
    });
    expect((await callFunction(client, NAME, body)).data).toEqual({ ...first.data, already_generated: true });
    expect(await count(body.recurring_invoice_id)).toBe(1);
  });

  test('refuses in the words of the catalogue', async () => {
    const client = await clientOf('accountant', at());
    const ask = async (recurring_invoice_id: unknown) => {
      const { error, status } = await callFunction(client, NAME, { recurring_invoice_id });
      return [error, status];
    };
    expect(await ask(testId(0xffff))).toEqual(['Recurring invoice not found', 404]);
    expect(await ask(await series({ is_active: false }))).toEqual(['Cannot generate invoice from inactive recurring invoice', 422]);
    expect(await ask('not an id')).toEqual(['invalid_input', 422]);
  });

  test('lets nobody generate who may not', async () => {
    const id = await series();
    const { error, status } = await callFunction(await clientOf('viewer', at()), NAME, { recurring_invoice_id: id });
    expect([error, status, await count(id)]).toEqual(['not_allowed', 403, 0]);
  });
}

describe('in the embedded backend', () => {
  answers(() => backend.url);

  test('an invoice that was issued comes with its number', async () => {
    const id = await series({ generate_as: 'ready_to_issue' });
    const { data } = await callFunction<{ number: string }>(await clientOf('accountant'), NAME, { recurring_invoice_id: id });
    expect(data?.number).toMatch(/^INV-\d{4}-\d{4}$/);
  });

  test('a visitor is told to sign in, and nobody there is status 0', async () => {
    const visitor = createClient(backend.url, backend.anonKey);
    expect(await callFunction(visitor, NAME, {})).toEqual({ data: null, error: expect.any(String), status: 401 });
    const nowhere = createClient('http://127.0.0.1:1', backend.anonKey);
    expect(await callFunction(nowhere, NAME, {})).toEqual({ data: null, error: expect.any(String), status: 0 });
  });
});

describe('forgotten receipts', () => {
  const remember = (name: string, days: number) =>
    backend.db.query('update private.orphan_objects set noticed_at = now() - make_interval(days => $2) where name = $1', [name, days]);

  test('are deleted with their bytes by the platform alone; what has a record, or may still get one, stays', async () => {
    const platform = createClient(backend.url, backend.serviceRoleKey);
    const uploads = platform.storage.from('uploads');
    const kept = await build.files({ company_id });
    const gone = await build.files({ company_id });
    const [keptPath, gonePath, comingPath] = [kept.id, gone.id, testId(0xc0)].map((id) => `${company_id}/${id}.pdf`) as [
      string,
      string,
      string,
    ];
    for (const path of [keptPath, gonePath, comingPath])
      expect((await uploads.upload(path, new Blob(['%PDF-1.7'], { type: 'application/pdf' }))).error).toBeNull();
    await backend.db.query('delete from public.files where id = $1', [gone.id]);
    const prune = () => callFunction(platform, 'storage-prune');
    expect((await prune()).data).toEqual({ removed: 0 });
    await remember(gonePath, 91);
    await remember(comingPath, 91);
    expect(await callFunction(await clientOf('accountant'), 'storage-prune')).toMatchObject({ error: 'not_allowed', status: 403 });
    expect((await prune()).data).toEqual({ removed: 1 });
    const { data: left } = await uploads.list(company_id);
    expect(new Set(left?.map(({ name }) => `${company_id}/${name}`))).toEqual(new Set([keptPath, comingPath]));
    const stored = readdirSync(join(backend.dataDir, 'storage', 'objects'), { recursive: true, withFileTypes: true });
    expect(stored.filter((entry) => entry.isFile())).toHaveLength(2);
  });
});

const hasDeno = spawnSync(DENO, ['--version']).status === 0;
if (!hasDeno) console.warn('Deno was not found: functions were not run as in production.');

describe.runIf(hasDeno)('under Deno, as in production', () => {
  let deno: ChildProcess;
  let url = '';
  beforeAll(async () => {
    const flags = ['--no-prompt', '--allow-net=127.0.0.1', '--allow-env', '--node-modules-dir=manual', '--no-lock', '--cached-only'];
    deno = spawn(DENO, ['run', ...flags, '--config', 'supabase/functions/deno.json', `supabase/functions/${NAME}/index.ts`], {
      cwd: ROOT,
      env: {
        PATH: process.env['PATH'],
        HOME: backend.dataDir,
        NO_COLOR: '1',
        DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0',
        SUPABASE_URL: backend.url,
        SUPABASE_ANON_KEY: backend.anonKey,
      },
    });
    url = await new Promise((resolve, reject) => {
      let said = '';
      const listen = (chunk: Buffer) => {
        said += chunk.toString();
        const address = /Listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1];
        if (address) resolve(address);
      };
      deno.stdout?.on('data', listen);
      deno.stderr?.on('data', listen);
      deno.once('exit', () => reject(new Error(said)));
    });
  });
  afterAll(() => void deno?.kill());

  answers(() => url);
});

describe('the timer of the embedded backend', () => {
  const at = (iso: string) => ({ db: backend.db, now: () => new Date(iso), log: silentLog });

  test('makes up for the time the server was off, in every company, more than a hundred periods of one series too', async () => {
    const theirs = (await build.company({ settings: ABLE_TO_INVOICE })).id;
    const ours = await series({ start_date: '2027-01-31', end_date: null });
    const { id } = await build.recurring_expenses({
      company_id: theirs,
      interval: 'daily',
      start_date: '2027-01-01',
      end_date: '2027-04-12',
    });
    await generateDue(at('2027-05-01T12:00:00Z'));
    const { rows } = await backend.db.query('select count(*)::int as n from public.expenses where recurring_expense_id = $1', [id]);
    expect([await count(ours), rows[0]?.['n']]).toEqual([4, 102]);
  });

  test('runs at the start and again', async () => {
    const id = await series({ start_date: '2027-05-31', end_date: null });
    let now = '2027-05-31T12:00:00Z';
    const timer = startGenerationTimer({ ...at(now), now: () => new Date(now) }, 20);
    await expect.poll(() => count(id)).toBe(1);
    now = '2027-07-01T12:00:00Z';
    await expect.poll(() => count(id)).toBe(2);
    await timer.stop();
  });

  test('renews what the planner knows of the tables as they grow', async () => {
    const known = async () => {
      const { rows } = await backend.db.query(`select reltuples::int as rows from pg_class where oid = 'public.growing'::regclass`);
      return rows[0]?.['rows'];
    };
    await backend.db.exec('create table public.growing as select generate_series(1, 700) as n');
    const timer = startGenerationTimer(at('2027-07-02T12:00:00Z'), 60_000);
    await expect.poll(known).toBe(700);
    await timer.stop();
    await backend.db.exec('drop table public.growing');
  });
});
