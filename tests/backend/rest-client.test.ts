import { readFileSync } from 'node:fs';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Backend, startBackend } from '#tests/support/backend.ts';
import { buildersFor, testId } from '#tests/support/builders.ts';
import { engines } from '#tests/support/database.ts';
import { insertAccounts, insertMembers, personaId } from '#tests/support/personas.ts';

const company = testId(1);
const ALTONA = '00000000-0000-7000-8000-000000000001';

describe.each(engines())('the real supabase-js on %s', (engine) => {
  let backend: Backend;
  let owner: SupabaseClient;
  let stranger: SupabaseClient;
  let anonymous: SupabaseClient;

  const clientOf = async (id: string): Promise<SupabaseClient> => {
    const token = await new SignJWT({ role: 'authenticated', aal: 'aal1' })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(id)
      .setAudience('authenticated')
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(backend.jwtSecret));
    return createClient(backend.url, backend.anonKey, { accessToken: async () => token });
  };

  beforeAll(async () => {
    backend = await startBackend({ engine, database: 'own' });
    await backend.db.exec(readFileSync(new URL('./rest-fixture.sql', import.meta.url), 'utf8'));
    await insertAccounts(backend.db.query);
    await buildersFor(backend.db.query).company();
    await insertMembers(backend.db.query, company);
    [owner, stranger] = await Promise.all([clientOf(personaId('owner')), clientOf(personaId('stranger'))]);
    anonymous = createClient(backend.url, backend.anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
  });
  afterAll(() => backend?.stop());

  test('a vendor is inserted, listed by name, changed and deleted', async () => {
    const inserted = await owner
      .from('vendors')
      .insert({ id: testId(10), company_id: company, name: 'Zeta', country: 'DE' })
      .select()
      .single();
    expect(inserted.error).toBeNull();
    expect(inserted.status).toBe(201);
    await owner.from('vendors').insert([{ id: testId(11), company_id: company, name: 'Alpha' }]);
    const list = await owner.from('vendors').select('id, name', { count: 'exact' }).eq('company_id', company).order('name');
    expect(list.data).toEqual([
      { id: testId(11), name: 'Alpha' },
      { id: testId(10), name: 'Zeta' },
    ]);
    expect(list.count).toBe(2);
    const changed = await owner.from('vendors').update({ city: 'Bremen' }).eq('id', testId(10)).select('name, city').single();
    expect(changed.data).toEqual({ name: 'Zeta', city: 'Bremen' });
    expect((await owner.from('vendors').delete().eq('id', testId(10))).status).toBe(204);
    expect((await owner.from('vendors').select().eq('id', testId(10)).maybeSingle()).data).toBeNull();
  });

  test('a change or deletion without a filter is refused in the words of hosted projects', async () => {
    for (const client of [owner, createClient(backend.url, backend.serviceRoleKey, { auth: { persistSession: false } })]) {
      const change = await client.from('vendors').update({ name: 'All' });
      const refusal = { code: '21000', details: null, hint: null };
      expect([change.status, change.error]).toMatchObject([400, { ...refusal, message: 'UPDATE requires a WHERE clause' }]);
      const deletion = await client.from('vendors').delete({ count: 'exact' });
      expect([deletion.status, deletion.error]).toMatchObject([400, { ...refusal, message: 'DELETE requires a WHERE clause' }]);
    }
    expect((await owner.from('vendors').select().eq('id', testId(11))).data).toMatchObject([{ name: 'Alpha' }]);
  });

  test('a stranger sees nothing, changes nothing and is refused an insert', async () => {
    expect((await stranger.from('vendors').select()).data).toEqual([]);
    expect((await stranger.from('vendors').update({ name: 'x' }).eq('id', testId(11)).select()).data).toEqual([]);
    const insert = await stranger.from('vendors').insert({ id: testId(12), company_id: company, name: 'x' });
    expect([insert.status, insert.error?.code]).toEqual([403, '42501']);
  });

  test('a payment is read with its invoice, whichever the keys', async () => {
    const { data } = await anonymous
      .from('trips')
      .select('amount, boats(id, name), boat:boats!trips_boat_fkey(harbours(name))')
      .order('amount');
    expect(data?.[0]).toEqual({
      amount: 12.3,
      boats: { id: '00000000-0000-7000-8000-00000000b001', name: 'Anna' },
      boat: { harbours: { name: 'Altona' } },
    });
  });

  test('filters, ranges and single rows work as the client library spells them', async () => {
    const names = async (query: PromiseLike<{ data: { name: string }[] | null }>) => (await query).data?.map(({ name }) => name);
    const harbours = () => anonymous.from('harbours').select('name').order('name');
    expect(await names(harbours().or('name.eq.Altona,and(berths.eq.0,fee.eq.0)'))).toEqual(['Altona', 'Cuxhaven, (alt)']);
    expect(await names(harbours().in('name', ['Cuxhaven, (alt)', 'Brügge "Süd"']))).toEqual(['Brügge "Süd"', 'Cuxhaven, (alt)']);
    expect(await names(harbours().not('opened_on', 'is', null).gte('opened_on', '2000-01-01'))).toEqual(['Cuxhaven, (alt)']);
    expect(await names(harbours().ilike('name', '%ALT%'))).toEqual(['Altona', 'Cuxhaven, (alt)']);
    expect(await names(harbours().range(1, 1))).toEqual(['Brügge "Süd"']);
    expect(await names(harbours().eq('is_open', true).limit(1))).toEqual(['Altona']);
    const head = await anonymous.from('harbours').select('*', { count: 'exact', head: true });
    expect([head.count, head.data]).toEqual([3, null]);
    const none = await anonymous.from('harbours').select().eq('name', 'Nix').single();
    expect([none.status, none.error?.code]).toEqual([406, 'PGRST116']);
  });

  test('rows with different keys are inserted with their columns listed, upserts merge', async () => {
    const rows: { id: string; name: string; opened_on?: string }[] = [
      { id: '00000000-0000-7000-8000-0000000000e1', name: 'E1' },
      { id: '00000000-0000-7000-8000-0000000000e2', name: 'E2', opened_on: '2026-01-02' },
    ];
    const inserted = await anonymous.from('harbours').insert(rows).select('name, opened_on');
    expect(inserted.data).toEqual([
      { name: 'E1', opened_on: null },
      { name: 'E2', opened_on: '2026-01-02' },
    ]);
    const merged = await anonymous.from('harbours').upsert({ id: rows[0]!.id, name: 'E1 new' }).select('name').single();
    expect([merged.status, merged.data]).toEqual([200, { name: 'E1 new' }]);
    const again = await anonymous.from('harbours').insert(rows[1]!);
    expect([again.status, again.error?.code]).toEqual([409, '23505']);
    await anonymous
      .from('harbours')
      .delete()
      .in(
        'id',
        rows.map(({ id }) => id),
      );
  });

  test('functions answer values, rows, JSON and nothing', async () => {
    expect((await anonymous.rpc('add_up', { a: 1 })).data).toBe(11);
    expect((await anonymous.rpc('add_up', { a: 1, b: 2 }, { get: true })).data).toBe(3);
    expect((await anonymous.rpc('find_harbours', { min_berths: 1 }).select('name').order('name')).data).toEqual([
      { name: 'Altona' },
      { name: 'Brügge "Süd"' },
    ]);
    expect((await anonymous.rpc('echo', { p_value: { a: [1] } })).data).toEqual({ a: [1] });
    const nothing = await anonymous.rpc('do_nothing');
    expect([nothing.status, nothing.data]).toEqual([204, null]);
    const refused = await anonymous.rpc('refuse', { p_code: 'P0001', p_message: 'invalid_transition' });
    expect(refused.error).toMatchObject({ code: 'P0001', message: 'invalid_transition', details: 'the field' });
  });

  test('a read by GET cannot write', async () => {
    const written = await anonymous.rpc('rename_harbour', { p_id: ALTONA, p_name: 'Gone' }, { get: true });
    expect([written.status, written.error?.code]).toEqual([405, '25006']);
    expect((await anonymous.from('harbours').select('name').eq('id', ALTONA).single()).data).toEqual({ name: 'Altona' });
  });

  test('nothing that a client names or sends becomes SQL', async () => {
    const hostile = `x"; drop table public.harbours; --`;
    const quote = `' or '1'='1`;
    expect((await anonymous.from('harbours').select('name').eq('name', quote)).data).toEqual([]);
    expect((await anonymous.from('harbours').select('name').in('name', [quote, '{"a"}', '\\'])).data).toEqual([]);
    expect((await anonymous.from('harbours').select(`"${hostile.replace('"', '')}"`)).status).toBe(400);
    const alias = 'n" from public.people --';
    const escaped = `"${alias.replace('"', '\\"')}"`;
    const renamed = await fetch(
      `${backend.url}/rest/v1/boats?limit=1&order=name&select=${encodeURIComponent(`${escaped}:name,${escaped}:harbours(name)`)}`,
      { headers: { apikey: backend.anonKey } },
    );
    expect([renamed.status, await renamed.text()]).toEqual([
      200,
      `[{${JSON.stringify(alias)}:"Anna",${JSON.stringify(alias)}:{"name": "Altona"}}]`,
    ]);
    expect((await anonymous.from(hostile).select()).status).toBe(404);
    expect((await anonymous.rpc(hostile)).status).toBe(404);
    expect((await anonymous.from('harbours').select('name').order(hostile)).status).toBe(400);
    expect((await anonymous.from('harbours').insert({ [hostile]: 1 })).status).toBe(400);
    expect((await anonymous.from('harbours').select(`settings->>'${hostile}'`)).error?.code).not.toBe('42601');
    expect((await anonymous.from('harbours').select('name').filter('name', 'eq(any)', '{pg_sleep(9)}')).status).toBe(400);
    expect((await anonymous.from('harbours').select('*', { count: 'exact', head: true })).count).toBe(3);
  });

  test('what PostgREST can and we cannot is refused, not half answered', async () => {
    for (const path of [
      'harbours?name=fts.x',
      'harbours?name=like(any).{a}',
      'boats?select=...harbours(name)',
      'harbours?select=berths.sum()',
      'harbours?select=name::regclass',
    ]) {
      const response = await fetch(`${backend.url}/rest/v1/${path}`, { headers: { apikey: backend.anonKey } });
      expect([path, response.status, ((await response.json()) as { code: string }).code.slice(0, 6)]).toEqual([path, 400, 'PGRST1']);
    }
    const csv = await anonymous.from('harbours').select().csv();
    expect([csv.status, csv.error?.code]).toEqual([415, 'PGRST107']);
    const planned = await anonymous.from('harbours').select('*', { count: 'planned' });
    expect([planned.status, planned.error?.code]).toEqual([400, 'PGRST122']);
  });

  test('a table made later is known after the schema is reloaded', async () => {
    await backend.db.exec(
      "create table public.later (id int primary key); grant select on public.later to anon; notify pgrst, 'reload schema'",
    );
    await expect.poll(async () => (await anonymous.from('later').select()).status).toBe(200);
  });
});
