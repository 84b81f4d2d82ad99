import { createClient } from '@supabase/supabase-js';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverActivity } from '#data/activity/activity-source.ts';
import { type ActivityFilter, EVERY_ACTIVITY } from '#domain/activity/activity-filter.ts';
import { type ActivityEntry } from '#domain/activity/activity-entry.ts';
import type { SupabaseClient } from '#platform/supabase/client.ts';
import { type Backend, startBackend } from '#tests/support/backend.ts';

let backend: Backend;
let client: SupabaseClient;
let userId: string;
let companyId: string;
let foreignId: string;
const now = new Date('2026-06-30T12:00:00Z');

beforeAll(async () => {
  backend = await startBackend();
  const admin = createClient(backend.url, backend.serviceRoleKey, { auth: { persistSession: false } }).auth.admin;
  const account = { email: `${randomUUID()}@kontor.example`, password: 'correct horse battery', email_confirm: true };
  userId = (await admin.createUser(account)).data.user?.id ?? '';
  client = createClient(backend.url, backend.anonKey, { auth: { persistSession: false } }) as unknown as SupabaseClient;
  await client.auth.signInWithPassword(account);
  companyId = await newCompany();
  foreignId = await newCompany();
  await backend.db.query('insert into public.company_users (company_id, user_id, is_owner) values ($1, $2, true)', [companyId, userId]);
  // A hundred and twenty entries, one a day up to now, every third of them a payment.
  const fill = `insert into public.activity_log (company_id, actor_id, type, entity_type, created_at)
    select $1, case when n % 2 = 0 then $2::uuid end, case when n % 3 = 0 then 'paid' else 'updated' end,
      case when n % 3 = 0 then 'invoices' else 'vendors' end, $3::timestamptz - n * interval '1 day' from generate_series(1, 120) n`;
  for (const company of [companyId, foreignId]) {
    await backend.db.query('delete from public.activity_log where company_id = $1', [company]);
    await backend.db.query(fill, [company, userId, now.toISOString()]);
  }
});
afterAll(() => backend?.stop());

async function newCompany(): Promise<string> {
  const id = randomUUID();
  await backend.db.query('insert into public.companies (id, name) values ($1, $2)', [id, 'Nordlicht']);
  return id;
}
const source = (company: string | null = companyId) => serverActivity(() => Promise.resolve(client), company);
const read = (filter: Partial<ActivityFilter> = {}, offset = 0) =>
  source().read({ filter: { ...EVERY_ACTIVITY, ...filter }, offset, limit: 50, now });
const isNewestFirst = (rows: readonly ActivityEntry[]) =>
  rows.every((row, n) => n === 0 || Date.parse(row.created_at) <= Date.parse(rows[n - 1]?.created_at ?? ''));

test('the history is read in ranges of fifty, newest first, and only the company’s', async () => {
  const pages = [await read(), await read({}, 50), await read({}, 100)];
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
  const all = pages.flat();
  expect(isNewestFirst(all)).toBe(true);
  expect(new Set(all.map(({ company_id }) => company_id))).toEqual(new Set([companyId]));
});

test('the server filters by person, kind, entity and the last seven days', async () => {
  expect((await read({ actorId: userId }, 50)).length).toBe(10);
  expect(new Set((await read({ kind: 'paid' })).map(({ type }) => type))).toEqual(new Set(['paid']));
  expect((await read({ entity: 'invoices' })).length).toBe(40);
  expect((await read({ isRecent: true })).length).toBe(7);
});

test('one entry is read by its id, and another company’s is not there', async () => {
  const [newest] = await read();
  expect(await source().readOne(newest?.id ?? '')).toEqual(newest);
  const { rows } = await backend.db.query('select id from public.activity_log where company_id = $1 limit 1', [foreignId]);
  expect(await source(foreignId).readOne(String(rows[0]?.['id']))).toBeNull();
  expect(await source(foreignId).read({ filter: EVERY_ACTIVITY, offset: 0, limit: 50, now })).toEqual([]);
});

test('without a company nothing is asked', async () => {
  await expect(source(null).readOne(randomUUID())).rejects.toMatchObject({ code: 'no_company' });
});

test('what the server says about its refusal is kept for the person', async () => {
  const refusal = read({ actorId: 'nobody' });
  await expect(refusal).rejects.toMatchObject({ data: { text: expect.stringContaining('invalid input syntax for type uuid') as string } });
});

test('an entry of one’s own is returned as it was stored, with oneself as its actor whoever was named', async () => {
  const given = { company_id: companyId, type: 'note', entity_label: 'Called the tax office', actor_id: randomUUID() };
  const { data, error } = await client.from('activity_log').insert(given).select().single();
  expect(error).toBeNull();
  expect(data).toMatchObject({ type: 'note', entity_label: 'Called the tax office', actor_id: userId });
});
