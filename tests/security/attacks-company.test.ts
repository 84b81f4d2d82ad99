import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personaId } from '#tests/support/personas.ts';
import { testId } from '#tests/support/builders.ts';
import { isRefused, OURS, type Stage, startStage, THEIRS } from './stage.ts';

let stage: Stage;
const ids: Record<string, string> = {};
const FRESH = testId(0xfff);
beforeAll(async () => {
  stage = await startStage();
  const { build } = stage;
  const own = { company_id: OURS, created_by: personaId('employee') };
  ids['vendor'] = (await build.vendors({ company_id: OURS, name: 'Ours only' })).id;
  ids['their vendor'] = (await build.vendors({ company_id: THEIRS, name: 'Geheim' })).id;
  ids['their customer'] = (await build.customers({ company_id: THEIRS })).id;
  ids['expense'] = (await build.expenses({ ...own, status: 'pending' })).id;
  await build.expenses({ company_id: OURS, description: 'Somebody else’s' });
  ids['draft'] = (await build.invoices({ company_id: OURS })).id;
  ids['issued'] = (await build.issued({ company_id: OURS })).id;
  ids['their issued'] = (await build.issued({ company_id: THEIRS, created_by: personaId('stranger') })).id;
  ids['series'] = (await build.recurring_invoices({ company_id: OURS })).id;
});
afterAll(() => stage?.stop());

const rest = (persona: 'owner' | 'employee' | 'stranger' | 'viewer', path: string, method: string, body?: unknown) =>
  stage.send(persona, `/rest/v1/${path}`, { method, body });
type Change = { collection: string; id: string; op?: 'upsert' | 'delete'; base_rev?: string | null; mutation_id?: string; doc?: object };
type Result = { status: string; code: string | null; message: string | null; row: Record<string, unknown> | null };
let mutations = 0;
async function push(persona: 'owner' | 'employee' | 'stranger' | 'viewer', change: Change, company = OURS): Promise<Result> {
  const full = { op: 'upsert', base_rev: null, mutation_id: `attack-${(mutations += 1)}`, ...change };
  const { data, error } = await (await stage.as(persona)).rpc('sync_push', { p_company: company, p_changes: [full] });
  if (error) return { status: 'refused', code: error.code, message: error.message, row: null };
  return (data as { results: Result[] }).results[0]!;
}
const rowOf = async (table: string, id: string | undefined): Promise<Record<string, unknown>> =>
  (await stage.backend.db.query(`select * from public.${table} where id = $1`, [id])).rows[0] ?? {};

describe('another company', () => {
  test.each([
    'vendors',
    'customers',
    'invoices',
    'expenses',
    'files',
    'activity_log',
    'bank_accounts',
    'invoice_items',
    'company_users',
    'invites',
  ])('%s: asked for everything, the API answers with the own company only', async (table) => {
    const { status, text } = await rest('viewer', `${table}?select=*`, 'GET');
    expect([status, text.includes(THEIRS)]).toEqual([200, false]);
    expect((await rest('viewer', `${table}?company_id=eq.${THEIRS}`, 'GET')).text).toBe('[]');
  });

  test('a record cannot be moved there, neither by table nor by sync', async () => {
    expect((await rest('owner', `vendors?id=eq.${ids['vendor']}`, 'PATCH', { company_id: THEIRS })).status).toBe(403);
    const { rev } = await rowOf('vendors', ids['vendor']);
    const pushed = await push('owner', {
      collection: 'vendors',
      id: ids['vendor']!,
      base_rev: String(rev),
      doc: { company_id: THEIRS, name: 'Ours only' },
    });
    expect([pushed.status, (await rowOf('vendors', ids['vendor']))['company_id']]).toEqual(['applied', OURS]);
  });

  test('a record cannot be planted there', async () => {
    const planted = { id: FRESH, company_id: THEIRS, name: 'Planted' };
    expect((await rest('owner', 'vendors', 'POST', planted)).status).toBe(403);
    expect((await push('owner', { collection: 'vendors', id: FRESH, doc: planted }, THEIRS)).status).toBe('refused');
    await push('owner', { collection: 'vendors', id: FRESH, doc: planted });
    expect((await rowOf('vendors', FRESH))['company_id']).toBe(OURS);
  });

  test('an id that is guessed or known opens nothing: no read, no change, no removal, and the same answer as for one that is not there', async () => {
    for (const [method, body] of [['GET'], ['PATCH', { name: 'Mine' }], ['DELETE']] as const) {
      const known = await rest('owner', `vendors?id=eq.${ids['their vendor']}`, method, body);
      const unknown = await rest('owner', `vendors?id=eq.${testId(0xabc)}`, method, body);
      expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    }
    expect((await rowOf('vendors', ids['their vendor']))['name']).toBe('Geheim');
  });

  test('sync does not change, remove or show a record of theirs under our company', async () => {
    const { rev } = await rowOf('vendors', ids['their vendor']);
    for (const op of ['upsert', 'delete'] as const) {
      const { row } = await push('owner', {
        collection: 'vendors',
        id: ids['their vendor']!,
        op,
        base_rev: String(rev),
        doc: { name: 'Mine' },
      });
      expect(row).toBeNull();
    }
    const taken = await push('owner', { collection: 'vendors', id: ids['their vendor']!, doc: { name: 'Mine' } });
    expect([taken.status, taken.row]).toEqual(['rejected', null]);
    expect(await rowOf('vendors', ids['their vendor'])).toMatchObject({ name: 'Geheim', rev, company_id: THEIRS });
  });

  test('a reference to a record of theirs is refused', async () => {
    const invoice = { id: FRESH, company_id: OURS, customer_id: ids['their customer'], currency: 'EUR', language: 'de' };
    expect((await push('owner', { collection: 'invoices', id: FRESH, doc: invoice })).status).toBe('rejected');
    const payment = { invoice_id: ids['their issued'], amount: 1, currency: 'EUR', payment_date: '2026-01-31' };
    expect((await push('owner', { collection: 'payments', id: FRESH, doc: payment })).status).toBe('rejected');
    expect(isRefused(await rest('owner', 'payments', 'POST', { id: FRESH, company_id: OURS, ...payment }))).toBe(true);
  });

  test('embedding a related table shows nothing of theirs', async () => {
    const { text } = await rest('owner', 'payments?select=id,invoices(number)', 'GET');
    expect(text).not.toContain(ids['their issued']);
    expect((await rest('owner', `customers?select=id,invoices(id)&id=eq.${ids['their customer']}`, 'GET')).text).toBe('[]');
  });

  test('sync_pull of theirs is refused, whatever the cursor claims', async () => {
    for (const p_state of [{}, { epoch: 'x', cursors: { vendors: -1 } }, { access: 'x' }]) {
      const { error } = await (await stage.as('owner')).rpc('sync_pull', { p_company: THEIRS, p_state });
      expect(error?.message).toBe('not_a_member');
    }
  });
});

describe('rights', () => {
  const mine = `company_users?company_id=eq.${OURS}&user_id=eq.${personaId('employee')}`;
  test.each(['is_owner', 'is_admin'])('an employee does not give themselves %s', async (column) => {
    expect((await rest('employee', mine, 'PATCH', { [column]: true })).status).toBe(403);
    expect(
      (await push('employee', { collection: 'members', id: String(await memberId('employee')), base_rev: 'x', doc: { [column]: true } }))
        .status,
    ).not.toBe('applied');
    expect(await stored(column)).toBe(false);
  });
  const memberId = (persona: 'employee') =>
    stage.stored('select id from public.company_users where company_id = $1 and user_id = $2', [OURS, personaId(persona)]);
  const stored = (column: string) =>
    stage.stored(`select ${column} from public.company_users where company_id = $1 and user_id = $2`, [OURS, personaId('employee')]);

  test('an employee does not give themselves a key, by table, by sync or by function', async () => {
    const key = { company_id: OURS, user_id: personaId('employee'), permission_key: 'expenses.approve' };
    expect((await rest('employee', 'company_user_permissions', 'POST', key)).status).toBe(403);
    const { rev } = (await stage.backend.db.query('select rev from public.company_users where id = $1', [await memberId('employee')]))
      .rows[0]!;
    const pushed = await push('employee', {
      collection: 'members',
      id: String(await memberId('employee')),
      base_rev: String(rev),
      doc: { keys: ['expenses.approve'] },
    });
    expect(pushed.row?.['keys'] ?? []).not.toContain('expenses.approve');
    const { error } = await (
      await stage.as('employee')
    ).rpc('set_member_access', {
      p_company: OURS,
      p_user: personaId('employee'),
      p_is_admin: true,
      p_keys: [],
    });
    expect(error?.code).toBe('42501');
    expect(
      await stage.stored(
        "select count(*)::int from public.company_user_permissions where user_id = $1 and permission_key = 'expenses.approve'",
        [personaId('employee')],
      ),
    ).toBe(0);
  });

  test('a stranger does not make themselves a member', async () => {
    const member = { company_id: OURS, user_id: personaId('stranger'), is_owner: true };
    expect((await rest('stranger', 'company_users', 'POST', member)).status).toBe(403);
    expect((await push('stranger', { collection: 'members', id: FRESH, doc: member })).status).toBe('refused');
    const founded = await (await stage.as('stranger')).rpc('create_company', { p_id: OURS, p_name: 'Mine now' });
    expect(founded.error).not.toBeNull();
    expect(
      await stage.stored('select count(*)::int from public.company_users where company_id = $1 and user_id = $2', [
        OURS,
        personaId('stranger'),
      ]),
    ).toBe(0);
  });

  test('claims in the person’s own metadata give nothing', async () => {
    const boast = { user_metadata: { is_owner: true, company_id: OURS, role: 'service_role' }, app_metadata: { company_id: OURS } };
    const client = await stage.as('stranger', boast);
    expect((await client.from('vendors').select('id').eq('company_id', OURS)).data).toEqual([]);
  });

  test('with a verified second factor, a token at aal1 gets no row and changes none, by table, sync and function', async () => {
    await stage.backend.db.query("insert into auth.mfa_factors (id, user_id, factor_type, status) values ($1, $2, 'totp', 'verified')", [
      testId(0xfa),
      personaId('accountant'),
    ]);
    const [weak, strong] = [await stage.as('accountant'), await stage.as('accountant', { aal: 'aal2' })];
    const tables = [
      'companies',
      'vendors',
      'invoices',
      'expenses',
      'company_users',
      'company_user_permissions',
      'bank_accounts',
      'invites',
    ];
    for (const table of tables) expect([table, (await weak.from(table).select('*')).data]).toEqual([table, []]);
    expect((await strong.from('vendors').select('id')).data).not.toEqual([]);
    await weak.from('vendors').update({ name: 'Weak' }).eq('id', ids['vendor']);
    expect((await rowOf('vendors', ids['vendor']))['name']).toBe('Ours only');
    expect((await weak.rpc('sync_pull', { p_company: OURS, p_state: {} })).error?.message).toBe('second_factor_required');
    expect((await weak.rpc('sync_push', { p_company: OURS, p_changes: [] })).error?.message).toBe('second_factor_required');
    const claimed = await stage.as('accountant', { aal: ['aal2'] });
    expect((await claimed.from('vendors').select('id')).data).toEqual([]);
  });
});
