import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personaId } from '#tests/support/personas.ts';
import { testId } from '#tests/support/builders.ts';
import { isRefused, OURS, type Stage, startStage, THEIRS } from './stage.ts';

let stage: Stage;
const ids: Record<string, string> = {};
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

/** Columns that only the server writes, with what an attacker would like them to be. */
const FORGED = {
  vendors: { created_at: '2000-01-01', updated_at: '2000-01-01' },
  expenses: {
    created_by: personaId('owner'),
    number: 'EXP-0',
    decided_by: personaId('owner'),
    decided_at: '2000-01-01',
    recurring_period: '2026-01-01',
  },
  invoices: {
    number: '2026-1',
    net_total: 1,
    gross_total: 1,
    paid_total: 1,
    payment_status: 'paid',
    issue_date: '2000-01-01',
    recurring_period: '2026-01-01',
    created_by: personaId('viewer'),
  },
  recurring_invoices: {
    last_generated: '2026-01-01',
    next_generation: '2030-01-01',
    generation_error: 'x',
    created_by: personaId('viewer'),
  },
  companies: { created_at: '2000-01-01' },
} as const satisfies Record<string, Record<string, unknown>>;
const TARGET: Record<keyof typeof FORGED, () => string> = {
  vendors: () => ids['vendor']!,
  expenses: () => ids['expense']!,
  invoices: () => ids['draft']!,
  recurring_invoices: () => ids['series']!,
  companies: () => OURS,
};

describe('mass assignment', () => {
  const cases = Object.entries(FORGED).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, value]) => [table as keyof typeof FORGED, column, value] as const),
  );
  test.each(cases)('not even an owner writes %s.%s', async (table, column, value) => {
    const id = TARGET[table]();
    const before = await rowOf(table, id);
    expect(Object.keys(before)).toContain(column);
    expect((await rest('owner', `${table}?id=eq.${id}`, 'PATCH', { [column]: value })).status).toBe(403);
    const pushed = await push('owner', { collection: table, id, base_rev: String(before['rev']), doc: { [column]: value } });
    expect(pushed.status).not.toBe('refused');
    const after = await rowOf(table, id);
    const isStamped = column === 'updated_at';
    expect([after[column], after[column] === value]).toEqual([isStamped ? after[column] : before[column], false]);
  });

  test('whoever creates a record is its author, whatever was sent', async () => {
    const id = testId(0xe1);
    const doc = {
      description: 'Taxi',
      amount: 9,
      currency: 'EUR',
      expense_date: '2026-01-31',
      created_by: personaId('owner'),
      number: 'EXP-0',
      status: 'approved',
    };
    expect(['rejected', 'applied']).toContain((await push('employee', { collection: 'expenses', id, doc })).status);
    const honest = testId(0xe2);
    await push('employee', { collection: 'expenses', id: honest, doc: { ...doc, status: 'pending' } });
    expect(await rowOf('expenses', honest)).toMatchObject({ created_by: personaId('employee'), status: 'pending' });
    expect((await rowOf('expenses', honest))['number']).not.toBe('EXP-0');
    expect((await rowOf('expenses', id))['status'] ?? 'pending').toBe('pending');
  });

  test('an employee does not approve the own expense, and an issued invoice keeps its sums, its lines and its place', async () => {
    const { rev } = await rowOf('expenses', ids['expense']);
    await push('employee', { collection: 'expenses', id: ids['expense']!, base_rev: String(rev), doc: { status: 'approved' } });
    expect((await rowOf('expenses', ids['expense']))['status']).toBe('pending');
    const issued = await rowOf('invoices', ids['issued']);
    for (const doc of [{ items: [] }, { customer_id: ids['their customer'] }, { status: 'draft' }, { currency: 'USD' }])
      expect((await push('owner', { collection: 'invoices', id: ids['issued']!, base_rev: String(issued['rev']), doc })).status).toBe(
        'rejected',
      );
    expect(
      (await push('owner', { collection: 'invoices', id: ids['issued']!, op: 'delete', base_rev: String(issued['rev']) })).status,
    ).toBe('rejected');
    expect(await rowOf('invoices', ids['issued'])).toEqual(issued);
  });
});

describe('sync', () => {
  test('the id of a mutation that another device or person used proves nothing for another record', async () => {
    const used = 'shared-mutation';
    await push('owner', { collection: 'vendors', id: testId(0xe3), mutation_id: used, doc: { name: 'First' } });
    const other = await push('employee', { collection: 'vendors', id: testId(0xe4), mutation_id: used, doc: { name: 'Second' } });
    expect([other.status, other.row?.['name']]).toEqual(['applied', 'Second']);
    // Known as applied, it is answered, not applied again; and not to somebody outside.
    const replayed = await push('viewer', { collection: 'vendors', id: testId(0xe3), mutation_id: used, doc: { name: 'Changed' } });
    expect([replayed.status, replayed.row?.['name']]).toEqual(['applied', 'First']);
    expect((await push('stranger', { collection: 'vendors', id: testId(0xe3), mutation_id: used }, OURS)).status).toBe('refused');
  });

  test.each([
    ['another table', { collection: 'company_users' }],
    ['a table of the platform', { collection: 'auth.users' }],
    ['a statement', { collection: 'vendors; drop table public.vendors; --' }],
    ['no id', { collection: 'vendors', id: "' or true --" }],
    ['another operation', { collection: 'vendors', op: 'truncate' as 'upsert' }],
    ['no mutation', { collection: 'vendors', mutation_id: '' }],
    ['an endless mutation', { collection: 'vendors', mutation_id: 'm'.repeat(5000) }],
  ])('a change that names %s is rejected alone', async (_, change) => {
    const { status } = await push('owner', { id: testId(0xe5), doc: { name: 'x' }, ...change });
    expect(status).toBe('rejected');
    expect(await rowOf('vendors', testId(0xe5))).toEqual({});
  });

  test('keys of a document never become SQL', async () => {
    const id = testId(0xe6);
    const doc = { name: 'Quiet', 'name) values (null); drop table public.vendors; --': 1, '"': 1, constructor: 1, __proto__: { a: 1 } };
    expect((await push('owner', { collection: 'vendors', id, doc })).status).toBe('applied');
    expect((await rowOf('vendors', id))['name']).toBe('Quiet');
  });

  test('cursors of any kind get an answer or a refusal, and never more than one may see', async () => {
    const client = await stage.as('employee');
    for (const p_state of [
      { cursors: { expenses: '1; select 1' } },
      { cursors: { expenses: 1e300 } },
      { cursors: [] },
      'x',
      { cursors: { 'auth.users': 0 } },
    ]) {
      const { data, status } = await client.rpc('sync_pull', { p_company: OURS, p_state });
      expect(status).toBeLessThan(500);
      expect(JSON.stringify(data)).not.toContain('Somebody else’s');
      expect(JSON.stringify(data)).not.toContain(THEIRS);
    }
  });

  test.each([
    'private.change_log',
    'private.applied_mutations',
    'change_log',
    'applied_mutations',
    'private.invite_tokens',
    'company_mail_secrets',
  ])('%s is not reachable', async (table) => {
    expect((await rest('owner', table, 'GET')).status).toBe(404);
    const headers = { 'accept-profile': table.startsWith('private') ? 'private' : 'auth' };
    expect(isRefused(await stage.send('owner', `/rest/v1/${table.split('.').at(-1)}`, { headers }))).toBe(true);
  });
});
