import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { buildersFor, type Builders, testId } from '#tests/support/builders.ts';
import { engines, openTestDatabase } from '#tests/support/database.ts';
import { withoutCompanies } from '#tests/support/empty-database.ts';
import { insertAccounts, insertMembers, type Persona, personaId } from '#tests/support/personas.ts';
import { type Answer, deviceOf } from './device.ts';

const ALL = ['companies', 'members', 'expense_categories', 'vendors', 'customers', 'expenses', 'files', 'activity_log'];
const from = (...collections: string[]) => Object.fromEntries(collections.map((collection) => [collection, 0]));
const next = (answer: Answer) => ({
  epoch: answer.epoch,
  access: answer.access,
  cursors: Object.fromEntries(Object.entries(answer.collections).map(([collection, { cursor }]) => [collection, cursor])),
});
const idsIn = (answer: Answer, collection: string) => answer.collections[collection]?.rows.map(({ id }) => id);

describe.each(engines())('sync_pull on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());
  let company = '';
  let build: Builders;
  const device = (persona: Persona = 'owner') => deviceOf(db, persona, company);

  beforeEach(async () => {
    await withoutCompanies(db);
    await insertAccounts(db.query);
    build = buildersFor(db.query);
    company = (await build.company()).id;
    await insertMembers(db.query, company);
  });

  test('only the collections that are asked for are answered, from where the cursor stands', async () => {
    const vendor = await build.vendors({ company_id: company });
    const first = await device().pull({ cursors: from('vendors', 'nonsense') });
    expect(Object.keys(first.collections)).toEqual(['vendors']);
    expect(idsIn(first, 'vendors')).toEqual([vendor.id]);
    const second = await device().pull(next(first));
    expect(second).toMatchObject({ reset: false, collections: { vendors: { rows: [], deleted: [], more: false } } });
    await db.query("update public.vendors set name = 'New' where id = $1", [vendor.id]);
    const third = await device().pull(next(second));
    expect(third.collections['vendors']?.rows).toMatchObject([{ id: vendor.id, name: 'New' }]);
  });

  test('a deleted row comes as deleted, once', async () => {
    const vendor = await build.vendors({ company_id: company });
    const first = await device().pull({ cursors: from('vendors') });
    await db.query('delete from public.vendors where id = $1', [vendor.id]);
    const second = await device().pull(next(first));
    expect(second.collections['vendors']).toMatchObject({ rows: [], deleted: [vendor.id] });
    expect((await device().pull(next(second))).collections['vendors']?.deleted).toEqual([]);
  });

  test('a colleague who left comes as deleted to every member, also to one who may not view users', async () => {
    const first = await device('employee').pull({ cursors: from('members') });
    const { rows } = await db.query('delete from public.company_users where company_id = $1 and user_id = $2 returning id', [
      company,
      personaId('viewer'),
    ]);
    const left = String(rows[0]?.['id']);
    expect(idsIn(first, 'members')).toContain(left);
    expect((await device('employee').pull(next(first))).collections['members']).toMatchObject({ deleted: [left] });
  });

  test('a row that the caller may not see any more comes as deleted; a snapshot leaves it out', async () => {
    const open = await build.files({ company_id: company });
    const hidden = await build.files({ company_id: company });
    await db.query('update public.files set confidential = true where id = $1', [hidden.id]);
    const answer = await device('viewer').pull({ cursors: from('files') });
    expect(answer.collections['files']).toMatchObject({ rows: [{ id: open.id }], deleted: [hidden.id] });
    const snapshot = await device('viewer').pull({ snapshot: true, cursors: from('files') });
    expect(snapshot.collections['files']).toMatchObject({ rows: [{ id: open.id }], deleted: [], more: false });
  });

  test('a snapshot skips pages with nothing to see', async () => {
    for (let i = 0; i < 12; i++) await build.expenses({ company_id: company });
    const mine = await build.expenses({ company_id: company, created_by: personaId('employee') });
    const page = (await device('employee').pull({ snapshot: true, cursors: from('expenses') }, 5)).collections['expenses'];
    expect(page?.rows).toMatchObject([{ id: mine.id }]);
    expect(page?.more).toBe(false);
  });

  test('pages add up to everything, parents first, and no collection starves', async () => {
    for (let i = 0; i < 7; i++) {
      const vendor = await build.vendors({ company_id: company });
      await build.expenses({ company_id: company, vendor_id: vendor.id });
    }
    const seen = new Map<string, Set<unknown>>(ALL.map((collection) => [collection, new Set()]));
    const sharesOfLast: number[] = [];
    let state: Record<string, unknown> = { cursors: from(...ALL) };
    for (let calls = 0, more = true; more; calls++) {
      const answer = await device().pull(state, 6);
      const rows = Object.values(answer.collections).reduce((sum, page) => sum + page.rows.length + page.deleted.length, 0);
      expect(rows).toBeLessThanOrEqual(6);
      sharesOfLast.push(answer.collections['activity_log']?.rows.length ?? 0);
      for (const [collection, page] of Object.entries(answer.collections)) for (const { id } of page.rows) seen.get(collection)?.add(id);
      more = Object.values(answer.collections).some((page) => page.more);
      state = next(answer);
      expect(calls).toBeLessThan(50);
    }
    expect(sharesOfLast[0]).toBe(1);
    const sizes = Object.fromEntries([...seen].map(([collection, ids]) => [collection, ids.size]));
    // 5 members and a company, 7 vendors and 7 expenses: 20 entries of history.
    expect(sizes).toMatchObject({ companies: 1, members: 5, vendors: 7, expenses: 7, activity_log: 20 });
  });

  test('the limit holds at one row and at a thousand', async () => {
    await build.vendors({ company_id: company });
    await build.vendors({ company_id: company });
    const one = await device().pull({ cursors: from('vendors') }, 1);
    expect(one.collections['vendors']).toMatchObject({ more: true });
    expect(one.collections['vendors']?.rows).toHaveLength(1);
    expect((await device().pull({ cursors: from('vendors') }, 100_000)).collections['vendors']?.rows).toHaveLength(2);
  });

  test('a first load takes the newest 200 entries of the history, later ones all of them', async () => {
    await db.query("insert into public.activity_log (company_id, type) select $1, 'n' || i from generate_series(1, 250) i", [company]);
    const seen: unknown[] = [];
    let answer = await device().pull({ cursors: from('activity_log') }, 150);
    seen.push(...(answer.collections['activity_log']?.rows ?? []));
    while (answer.collections['activity_log']?.more) {
      answer = await device().pull(next(answer), 150);
      seen.push(...(answer.collections['activity_log']?.rows ?? []));
    }
    expect(seen).toHaveLength(200);
    expect(seen.at(-1)).toMatchObject({ type: 'n250' });
    await db.query("insert into public.activity_log (company_id, type) select $1, 'm' || i from generate_series(1, 250) i", [company]);
    expect((await device().pull(next(answer))).collections['activity_log']?.rows).toHaveLength(250);
  });

  test('changed rights reset the device: it gets a snapshot of what it may see now', async () => {
    const vendor = await build.vendors({ company_id: company });
    const first = await device('viewer').pull({ cursors: from('vendors') });
    expect(idsIn(first, 'vendors')).toEqual([vendor.id]);
    await db.query("delete from public.company_user_permissions where user_id = $1 and permission_key = 'vendors.view'", [
      personaId('viewer'),
    ]);
    const second = await device('viewer').pull(next(first));
    expect(second).toMatchObject({ reset: true, collections: { vendors: { rows: [], deleted: [] } } });
    expect(second.access).not.toBe(first.access);
    await db.query("insert into public.company_user_permissions values ($1, $2, 'vendors.view')", [company, personaId('viewer')]);
    expect(idsIn(await device('viewer').pull(next(second)), 'vendors')).toEqual([vendor.id]);
  });

  test('rights of others do not reset me', async () => {
    const first = await device('viewer').pull({ cursors: from('vendors') });
    await db.query('delete from public.company_user_permissions where user_id = $1', [personaId('employee')]);
    expect((await device('viewer').pull(next(first))).reset).toBe(false);
  });

  test('a restore rotates the epoch, which resets every device of the company', async () => {
    const vendor = await build.vendors({ company_id: company });
    const first = await device().pull({ cursors: from('vendors') });
    await db.transaction((query) => query('select public.rotate_epoch($1)', [company]), {
      role: 'service_role',
      claims: { role: 'service_role' },
    });
    const second = await device().pull(next(first));
    expect(second.reset).toBe(true);
    expect(idsIn(second, 'vendors')).toEqual([vendor.id]);
    expect((await device().pull(next(second))).reset).toBe(false);
  });

  test('a member’s document holds the keys, and a granted key is news', async () => {
    const first = await device('viewer').pull({ cursors: from('members') });
    const employee = first.collections['members']?.rows.find(({ user_id }) => user_id === personaId('employee'));
    expect(employee?.['keys']).toContain('expenses.view_own');
    await db.query("insert into public.company_user_permissions values ($1, $2, 'vendors.update')", [company, personaId('employee')]);
    const second = await device('viewer').pull(next(first));
    expect(second.collections['members']?.rows).toHaveLength(1);
    expect(second.collections['members']?.rows[0]?.['keys']).toContain('vendors.update');
  });

  test('a big transaction takes its positions in blocks and loses nothing', async () => {
    // Blocks grow fourfold: as many begin the sixth of them. On the embedded engine each row takes ten times as long.
    const count = engine === 'pglite' ? 700 : 3000;
    const first = await device().pull({ cursors: from('vendors') });
    await db.query("insert into public.vendors (company_id, name) select $1, 'V' || i from generate_series(1, $2::int) i", [
      company,
      count,
    ]);
    let answer = first;
    const names = new Set<unknown>();
    do {
      answer = await device().pull(next(answer));
      for (const { name } of answer.collections['vendors']?.rows ?? []) names.add(name);
    } while (answer.collections['vendors']?.more);
    expect(names.size).toBe(count);
    await build.vendors({ company_id: company, name: 'after' });
    expect((await device().pull(next(answer))).collections['vendors']?.rows).toMatchObject([{ name: 'after' }]);
  });

  test('strangers and sessions that owe a second factor are told apart', async () => {
    await expect(device('stranger').pull({})).rejects.toMatchObject({ code: '42501', message: 'not_a_member' });
    await db.query("insert into auth.mfa_factors (id, user_id, factor_type, status) values ($1, $2, 'totp', 'verified')", [
      testId(0xfa),
      personaId('owner'),
    ]);
    await expect(device().pull({})).rejects.toMatchObject({ code: '42501', message: 'second_factor_required' });
    await db.exec('delete from auth.mfa_factors');
  });
});
