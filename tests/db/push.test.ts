import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Query } from '#local/db/port.ts';
import { buildersFor, testId } from '#tests/support/builders.ts';
import { engines, openTestDatabase, rolledBack } from '#tests/support/database.ts';
import { withoutCompanies } from '#tests/support/empty-database.ts';
import { insertAccounts, insertMembers, type Persona, personaId } from '#tests/support/personas.ts';
import { deviceOf, removal, type Result, upsert } from './device.ts';

const [V, E, E2, F] = [testId(0xf1), testId(0xe1), testId(0xe2), testId(0xd1)];
const expense = { amount: 10, expense_date: '2026-01-30' };
const file = { name: 'a.pdf', mime_type: 'application/pdf', size: 1, sha256: 'a'.repeat(64) };
const short = ({ status, message, row }: Result) => [status, message, row?.['rev'] ?? null];

describe.each(engines())('sync_push on %s', async (engine) => {
  const db = await openTestDatabase(engine);
  afterAll(() => db.close());
  let company = '';
  const device = (persona: Persona = 'owner') => deviceOf(db, persona, company);

  beforeEach(async () => {
    await withoutCompanies(db);
    await insertAccounts(db.query);
    company = (await buildersFor(db.query).company()).id;
    await insertMembers(db.query, company);
  });

  test('an insert, a change and a deletion are applied with the stored row', async () => {
    expect((await device().push(upsert('vendors', V, 'd-1', null, { name: 'Acme' }))).map(short)).toEqual([['applied', null, 'd-1']]);
    const [changed] = await device().push(upsert('vendors', V, 'd-2', 'd-1', { name: 'Acme Ltd' }));
    expect(changed).toMatchObject({ status: 'applied', row: { name: 'Acme Ltd', rev: 'd-2', email: '' } });
    expect((await device().push(removal('vendors', V, 'd-3', 'd-2'))).map(short)).toEqual([['applied', null, null]]);
    expect((await device().push(removal('vendors', V, 'd-4', 'd-2'))).map(short)).toEqual([['applied', null, null]]);
  });

  test('a repeated mutation is answered with the row of now and changes nothing', async () => {
    const first = upsert('vendors', V, 'd-1', null, { name: 'Acme' });
    await device().push(first);
    await device().push(upsert('vendors', V, 'd-2', 'd-1', { name: 'Newer' }));
    expect((await device().push(first)).map(({ status, row }) => [status, row?.['name']])).toEqual([['applied', 'Newer']]);
    await device().push(removal('vendors', V, 'd-3', 'd-2'));
    expect((await device().push(first)).map(short)).toEqual([['applied', null, null]]);
    expect((await db.query("select count(*)::int as n from public.activity_log where entity_type = 'vendors'")).rows[0]?.['n']).toBe(3);
  });

  test('a document that names every column, as devices send it, is written as one that names a few, by a plan that serves everybody', async () => {
    const [made] = await device().push(upsert('vendors', V, 'd-0', null, { name: 'Acme' }));
    const whole = { ...made?.row, name: 'Acme Ltd', notes: 'Cash only' };
    // From the sixth time on the plan is kept.
    for (let n = 1; n <= 8; n += 1)
      expect(await device().push(upsert('vendors', V, `d-${n}`, `d-${n - 1}`, { ...whole, name: `Acme ${n}` }))).toMatchObject([
        { status: 'applied', row: { name: `Acme ${n}`, notes: 'Cash only', rev: `d-${n}`, created_at: made?.row?.['created_at'] } },
      ]);
    expect((await device().push(upsert('vendors', V, 'd-9', 'd-7', whole))).map(short)).toEqual([['conflict', null, 'd-8']]);
    expect((await device('viewer').push(upsert('vendors', V, 'd-9', 'd-8', whole))).map(short)).toEqual([
      ['rejected', 'not_allowed', 'd-8'],
    ]);
    const other = (await buildersFor(db.query, 0x100).company()).id;
    await insertMembers(db.query, other, ['owner']);
    expect((await deviceOf(db, 'owner', other).push(upsert('vendors', V, 'd-9', 'd-8', whole))).map(short)).toEqual([
      ['conflict', null, null],
    ]);
    expect(await deviceOf(db, 'owner', other).push(upsert('vendors', E, 'd-10', null, { ...whole, id: E }))).toMatchObject([
      { status: 'applied', row: { id: E, company_id: other, name: 'Acme Ltd', notes: 'Cash only', rev: 'd-10' } },
    ]);
    expect((await device().sql('select name, rev from public.vendors where company_id = $1', [company])).rows).toEqual([
      { name: 'Acme 8', rev: 'd-8' },
    ]);
  });

  test('whole documents are written by the statements of the columns that the registry names now', async () => {
    const strays = async (query: Query) =>
      (
        await query(
          `select s.collection from private.synced_collections s left join pg_proc p on p.proname = 'write ' || s.collection and p.pronargs = 5
           where (strpos(p.prosrc, private.write_statement(s.table_name, s.insertable, true)) > 0
             and strpos(p.prosrc, private.write_statement(s.table_name, s.updatable, false)) > 0) is not true
           union all
           select n.table_name from private.nested_collections n left join pg_proc p on p.proname = 'write ' || n.table_name and p.pronargs = 3
           where (strpos(p.prosrc, format('(%s) is distinct from', (select string_agg(format('t.%I', c), ', ') from unnest(n.columns) c))) > 0) is not true`,
        )
      ).rows;
    expect(await strays(db.query)).toEqual([]);
    const changed = await rolledBack(db, undefined, async (query) => {
      await query("update private.synced_collections set updatable = array_remove(updatable, 'notes') where collection = 'vendors'");
      await query("update private.nested_collections set columns = array_remove(columns, 'unit') where table_name = 'invoice_items'");
      return strays(query);
    });
    expect(changed).toEqual([]);
  });

  test('a change from an older version is a conflict and shows the newer row', async () => {
    await device().push(upsert('vendors', V, 'd-1', null, { name: 'Acme' }));
    await device().sql("update public.vendors set name = 'Theirs' where id = $1", [V]);
    const [change, insert, deletion] = await device().push(
      upsert('vendors', V, 'd-2', 'd-1', { name: 'Mine' }),
      upsert('vendors', V, 'd-3', null, { name: 'Mine' }),
      removal('vendors', V, 'd-4', 'd-1'),
    );
    for (const result of [change, insert, deletion]) expect(result).toMatchObject({ status: 'conflict', row: { name: 'Theirs' } });
  });

  test('what is another version by now is no refusal, whatever else speaks against the change', async () => {
    const build = buildersFor(db.query, 0x100);
    const { id: issued } = await build.issued({ company_id: company });
    const booked = upsert('expenses', E, 'd-1', null, { ...expense, status: 'approved' });
    expect((await device().push(booked)).map(short)).toEqual([['applied', null, 'd-1']]);
    // As after a week: only the version tells what was applied.
    await db.query('delete from private.applied_mutations');
    expect((await device().push(booked)).map(short)).toEqual([['applied', null, 'd-1']]);
    for (const change of [
      upsert('expenses', E, 'd-2', null, { ...expense, status: 'lost' }),
      upsert('expenses', E, 'd-3', 'd-0', { amount: 'much' }),
      removal('expenses', E, 'd-4', 'd-0'),
      removal('expenses', E, 'd-5', null),
    ])
      expect((await device().push(change)).map(short)).toEqual([['conflict', null, 'd-1']]);
    for (const base of [null, 'd-0'])
      expect(await device().push(upsert('invoices', issued, 'd-6', base, { items: [] }))).toMatchObject([
        { status: 'conflict', message: null },
      ]);
    expect((await device().push(upsert('expenses', E, 'd-7', 'd-1', { amount: 11 }))).map(short)).toEqual([
      ['rejected', 'expense_locked', 'd-1'],
    ]);
  });

  test('a change of a row that was deleted is a conflict without a row', async () => {
    expect((await device().push(upsert('vendors', V, 'd-2', 'd-1', { name: 'Mine' }))).map(short)).toEqual([['conflict', null, null]]);
  });

  test('parents are applied before children and children deleted before parents, whatever the order sent', async () => {
    const results = await device().push(
      upsert('files', F, 'd-3', null, { ...file, expense_id: E, path: `${company}/${F}.pdf` }),
      upsert('expenses', E, 'd-2', null, { ...expense, vendor_id: V }),
      upsert('vendors', V, 'd-1', null, { name: 'Acme' }),
    );
    expect(results.map(({ collection, status }) => `${collection} ${status}`)).toEqual([
      'files applied',
      'expenses applied',
      'vendors applied',
    ]);
    const gone = await device().push(
      removal('vendors', V, 'd-4', 'd-1'),
      removal('expenses', E, 'd-5', 'd-2'),
      removal('files', F, 'd-6', 'd-3'),
    );
    expect(gone.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied']);
  });

  test('one refused change does not hold up the others', async () => {
    const results = await device().push(
      upsert('vendors', V, 'd-1', null, { name: '' }),
      upsert('expenses', E, 'd-2', null, { ...expense, vendor_id: testId(0x999) }),
      upsert('expenses', E2, 'd-3', null, { ...expense, amount: 'ten' }),
      upsert('vendors', testId(0xf2), 'd-4', null, { name: 'Good' }),
    );
    expect(results.map(({ status, code }) => [status, code])).toEqual([
      ['rejected', '23514'],
      ['rejected', '23503'],
      ['rejected', '22P02'],
      ['applied', null],
    ]);
    expect(results[1]).toMatchObject({ message: 'missing_parent', details: 'expenses_vendor_id_fkey', row: null });
    expect(results[0]?.details).toBe('vendors_name_check');
  });

  test('a parent that is still needed is not deleted, and its row comes back', async () => {
    await device().push(
      upsert('vendors', V, 'd-1', null, { name: 'Acme' }),
      upsert('expenses', E, 'd-2', null, { ...expense, vendor_id: V }),
    );
    expect((await device().push(removal('vendors', V, 'd-3', 'd-1'))).map(short)).toEqual([['rejected', 'still_in_use', 'd-1']]);
  });

  test('without the right a change is refused with the row as it is', async () => {
    await device().push(upsert('vendors', V, 'd-1', null, { name: 'Acme' }));
    const results = await device('viewer').push(
      upsert('vendors', V, 'v-1', 'd-1', { name: 'Mine' }),
      removal('vendors', V, 'v-2', 'd-1'),
      upsert('vendors', testId(0xf2), 'v-3', null, { name: 'New' }),
      upsert('members', testId(0xf3), 'v-4', null, { is_owner: true }),
    );
    expect(results.map(short)).toEqual([
      ['rejected', 'not_allowed', 'd-1'],
      ['rejected', 'not_allowed', 'd-1'],
      ['rejected', 'not_allowed', null],
      ['rejected', 'not_allowed', null],
    ]);
  });

  test('keys beyond the writable columns are ignored: company, number, author and what nobody knows', async () => {
    const elsewhere = (await buildersFor(db.query, 0x500).company({ name: 'Other' })).id;
    const [created] = await device('employee').push(
      upsert('expenses', E, 'd-1', null, {
        ...expense,
        company_id: elsewhere,
        number: 'HACK',
        created_by: personaId('owner'),
        decided_by: personaId('owner'),
        rubbish: 1,
        created_at: '2001-01-01',
      }),
    );
    expect(created?.row).toMatchObject({
      company_id: company,
      number: 'EXP-2026-0001',
      created_by: personaId('employee'),
      decided_by: null,
    });
    const [changed] = await device('employee').push(
      upsert('expenses', E, 'd-2', 'd-1', { company_id: elsewhere, number: 'HACK', description: 'New' }),
    );
    expect(changed?.row).toMatchObject({ company_id: company, number: 'EXP-2026-0001', description: 'New', amount: 10 });
  });

  test('an id of another company is neither read nor taken', async () => {
    const other = await buildersFor(db.query, 0x500).vendors({ name: 'Secret' });
    const results = await device().push(
      upsert('vendors', other.id, 'd-1', null, { name: 'Mine' }),
      upsert('vendors', other.id, 'd-2', String(other['rev']), { name: 'Mine' }),
      removal('vendors', other.id, 'd-3', String(other['rev'])),
    );
    expect(JSON.stringify(results)).not.toContain('Secret');
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'conflict', 'applied']);
    expect((await db.query('select name from public.vendors where id = $1', [other.id])).rows).toEqual([{ name: 'Secret' }]);
  });

  test('a business rule is refused with its key and the field', async () => {
    await device('employee').push(upsert('expenses', E, 'd-1', null, expense));
    const [own] = await device('employee').push(upsert('expenses', E, 'd-2', 'd-1', { ...expense, status: 'approved' }));
    expect(own).toMatchObject({ status: 'rejected', code: 'P0001', message: 'own_expense', details: 'status', row: { status: 'pending' } });
    const [reason] = await device('accountant').push(upsert('expenses', E, 'a-1', 'd-1', { ...expense, status: 'rejected' }));
    expect(reason).toMatchObject({ message: 'reason_required', details: 'rejection_reason' });
  });

  test('nonsense is refused one by one, or as a whole when it is no list of changes', async () => {
    const results = await device().push(
      { collection: 'nope', id: V, mutation_id: 'd-1', base_rev: null, op: 'upsert' },
      { collection: 'vendors', id: 'x', mutation_id: 'd-2', base_rev: null, op: 'upsert' },
      { collection: 'vendors', id: V, mutation_id: '', base_rev: null, op: 'upsert' },
      { collection: 'vendors', id: V, mutation_id: 'd-4', base_rev: null, op: 'merge' as 'upsert' },
    );
    expect(results.map(({ status, message }) => [status, message?.split(' ')[0]])).toEqual([
      ['rejected', 'unknown_collection'],
      ['rejected', 'invalid'],
      ['rejected', 'invalid_change'],
      ['rejected', 'invalid_change'],
    ]);
    await expect(device().sql('select public.sync_push($1, $2)', [company, '{}'])).rejects.toMatchObject({
      code: 'P0001',
      message: 'invalid_input',
    });
    const many = Array.from({ length: 201 }, (_, i) => upsert('vendors', testId(0x1000 + i), `d-${i}`, null, { name: 'A' }));
    await expect(device().push(...many)).rejects.toMatchObject({ message: 'too_many_changes' });
    await expect(device('stranger').push()).rejects.toMatchObject({ code: '42501', message: 'not_a_member' });
  });

  test('a session that owes its second factor is told so, not called a stranger', async () => {
    await db.query("insert into auth.mfa_factors (id, user_id, factor_type, status) values ($1, $2, 'totp', 'verified')", [
      testId(0xfa),
      personaId('owner'),
    ]);
    await expect(device().push()).rejects.toMatchObject({ code: '42501', message: 'second_factor_required' });
    await expect(deviceOf(db, 'owner', company, { aal: 'aal2' }).push()).resolves.toEqual([]);
    await db.exec('delete from auth.mfa_factors');
  });

  test('creating a company again with its id answers the same company, and no one else gets it', async () => {
    const create = (persona: Persona) =>
      deviceOf(db, persona, company).sql("select public.create_company($1, 'Mine', $2) as answer", [
        testId(0xc1),
        JSON.stringify({ company_details: { address: { country: 'GB' } } }),
      ]);
    const [first, again] = [await create('viewer'), await create('viewer')];
    expect(again.rows).toEqual(first.rows);
    expect(first.rows[0]?.['answer']).toMatchObject({
      company: { name: 'Mine' },
      member: { is_owner: true, user_id: personaId('viewer') },
    });
    await expect(create('employee')).rejects.toMatchObject({ message: 'id_taken' });
    const { rows } = await db.query('select name from public.expense_categories where company_id = $1 order by sort_order limit 1', [
      testId(0xc1),
    ]);
    expect(rows).toEqual([{ name: 'Travel' }]);
  });
});
