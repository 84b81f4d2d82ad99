import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LedgerEntry, firstFault, ORIGIN } from '#domain/ledger/ledger-entry.ts';
import { buildersFor } from '#tests/support/builders.ts';
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { insertAccounts, insertMembers, personaId } from '#tests/support/personas.ts';
import { deviceOf } from './device.ts';
import { ended } from './more-rows.ts';

const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex');

describe.each(engines())('the ledger on %s', (engine) => {
  let db: TestDatabase;
  let next = 0xa0_000;
  beforeAll(async () => {
    db = await openTestDatabase(engine);
    await insertAccounts(db.query);
  });
  afterAll(() => db.close());

  /** A company of its own with its people, and what is done in it. */
  async function founded() {
    const build = buildersFor(db.query, (next += 0x100));
    const company = (await build.company({ settings: { bookkeeping: { correction_window: 'month' } } })).id;
    await insertMembers(db.query, company);
    return { build, company, owner: deviceOf(db, 'owner', company) };
  }
  const entries = async (company: string) =>
    (await db.query('select kind, collection, label, seq::int from public.ledger_entries where company_id = $1 order by seq', [company]))
      .rows;
  const kinds = async (company: string) => (await entries(company)).map(({ kind, collection }) => `${String(collection)}: ${String(kind)}`);
  type Checked = { checked: number; done: boolean; fault: Record<string, unknown> | null; head: { seq: number; sha256: string } };
  async function check(company: string, limit = 5000): Promise<Checked> {
    for (let after = 0; ;) {
      const { rows } = await db.query('select private.check_ledger($1, $2, $3) as answer', [company, after, limit]);
      const answer = rows[0]?.['answer'] as Checked;
      if (answer.done || answer.fault) return answer;
      after = answer.checked;
    }
  }
  /** As somebody who has the whole server: no trigger sees it. */
  const tamper = (sql: string, params: unknown[]) =>
    db.transaction(async (query) => {
      await query('set local session_replication_role = replica');
      await query(sql, params);
    });

  /** One of everything that is booked: an expense that was reversed, one that was opened again, payments, a month, settings. */
  async function books() {
    const { build, company, owner } = await founded();
    const invoice = await build.issued({ company_id: company });
    const expense = await build.expenses({ company_id: company });
    await owner.sql("update public.expenses set status = 'approved' where id = $1", [expense.id]);
    const reversal = await build.expenses({ company_id: company }).then(async ({ id }) => {
      await owner.sql("update public.expenses set status = 'approved' where id = $1", [id]);
      await owner.sql(
        `insert into public.expenses (company_id, amount, expense_date, reverses_expense_id, reversal_reason)
         values ($1, 0, '2026-02-01', $2, 'Wrong company')`,
        [company, id],
      );
      return id;
    });
    const opened = await build.expenses({ company_id: company });
    await owner.sql("update public.expenses set status = 'approved' where id = $1", [opened.id]);
    await owner.sql("update public.expenses set status = 'pending', rejection_reason = 'Typo' where id = $1", [opened.id]);
    await owner.sql('update public.expenses set amount = 7 where id = $1', [opened.id]);
    const pay = 'insert into public.payments (company_id, invoice_id, amount, payment_date) values ($1, $2, $3, $4) returning id';
    const payment = String((await owner.sql(pay, [company, invoice.id, 10, '2026-01-31'])).rows[0]?.['id']);
    await owner.sql('update public.payments set amount = 11 where id = $1', [payment]);
    const gone = String((await owner.sql(pay, [company, invoice.id, 12, '2026-01-31'])).rows[0]?.['id']);
    await owner.sql('delete from public.payments where id = $1', [gone]);
    await owner.sql("update public.invoices set status = 'cancelled' where id = $1", [invoice.id]);
    const month = String(
      (await owner.sql("insert into public.periods (company_id, month) values ($1, '2025-12-01') returning id", [company])).rows[0]?.['id'],
    );
    await owner.sql("update public.periods set is_closed = false, reason = 'Late receipt' where id = $1", [month]);
    await owner.sql('update public.periods set is_closed = true where id = $1', [month]);
    await owner.sql(`update public.companies set settings = jsonb_set(settings, '{tax,vat_id}', '"DE123456788"') where id = $1`, [company]);
    return { build, company, owner, invoice: invoice.id, expense: expense.id, reversal, opened: opened.id, payment, gone, month };
  }
  let all: Awaited<ReturnType<typeof books>>;
  beforeAll(async () => {
    all = await books();
  });

  test('whatever is issued, cancelled, booked, reversed, paid, taken back, closed or set is entered in its order, without holes', async () => {
    expect(await kinds(all.company)).toEqual([
      'companies: settings',
      'invoices: issued',
      'expenses: booked',
      'expenses: booked',
      'expenses: reversed',
      'expenses: booked',
      'expenses: unbooked',
      'payments: paid',
      'payments: changed',
      'payments: paid',
      'payments: deleted',
      'invoices: cancelled',
      'invoices: issued',
      'periods: closed',
      'periods: opened',
      'periods: closed',
      'companies: settings',
    ]);
    expect((await entries(all.company)).map(({ seq }) => seq)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
    expect(await check(all.company)).toMatchObject({ checked: 17, done: true, fault: null, head: { seq: 17 } });
    expect(await check(all.company, 3)).toMatchObject({ checked: 17, done: true, fault: null });
    const { rows } = await db.query('select distinct actor from public.ledger_entries where company_id = $1 and seq > 2', [all.company]);
    expect(rows).toEqual([{ actor: personaId('owner') }]);
  });

  test('the device computes the same hashes as the database, page by page', async () => {
    const pages = await Promise.all(
      [0, 9].map(async (after) => {
        const { rows } = await all.owner.sql('select public.ledger_page($1, $2, 9) as page', [all.company, after]);
        return rows[0]?.['page'] as LedgerEntry[];
      }),
    );
    const [first = [], second = []] = pages;
    expect([first.length, second.length]).toEqual([9, 8]);
    expect(await firstFault(all.company, ORIGIN, first, sha256)).toBeNull();
    expect(await firstFault(all.company, first.at(-1) ?? ORIGIN, second, sha256)).toBeNull();
    expect(await firstFault(all.company, ORIGIN, second, sha256)).toMatchObject({ fault: 'gap', seq: 10 });
    const changed = first.map((entry) => (entry.seq === 4 ? { ...entry, label: `${entry.label}"` } : entry));
    expect(await firstFault(all.company, ORIGIN, changed, sha256)).toMatchObject({ fault: 'entry', seq: 4 });
    expect(await firstFault(all.company, { seq: 0, sha256: 'f'.repeat(64) }, first, sha256)).toMatchObject({ fault: 'chain', seq: 1 });
    expect(await firstFault(personaId('owner'), ORIGIN, first, sha256)).toMatchObject({ fault: 'entry', seq: 1 });
  });

  const INVOICE = "update public.invoices set notes = notes || '.' where id = $1";
  test.each<[string, Exclude<keyof typeof all, 'build' | 'owner'>, string, object]>([
    ['an invoice', 'invoice', INVOICE, { fault: 'differs', collection: 'invoices', seq: 12, kind: 'cancelled' }],
    [
      'the line of an invoice',
      'invoice',
      'update public.invoice_items set unit_price = unit_price + 0.01 where invoice_id = $1',
      { fault: 'differs', collection: 'invoices', seq: 12 },
    ],
    [
      'an expense',
      'expense',
      'update public.expenses set tax_amount = tax_amount + 0.0001 where id = $1',
      { fault: 'differs', collection: 'expenses', seq: 3 },
    ],
    [
      'a payment',
      'payment',
      "update public.payments set reference = 'x' where id = $1",
      { fault: 'differs', collection: 'payments', seq: 9 },
    ],
    ['a month', 'month', 'update public.periods set is_closed = false where id = $1', { fault: 'differs', collection: 'periods', seq: 16 }],
    [
      'the settings',
      'company',
      "update public.companies set settings = jsonb_set(settings, '{tax,small_business}', 'true') where id = $1",
      { fault: 'differs', collection: 'companies', seq: 17 },
    ],
    [
      'an approval without an entry',
      'opened',
      "update public.expenses set status = 'approved' where id = $1",
      { fault: 'differs', collection: 'expenses', seq: 7 },
    ],
    ['a record that is gone', 'payment', 'delete from public.payments where id = $1', { fault: 'missing', collection: 'payments', seq: 9 }],
    [
      'a payment that is back',
      'gone',
      "insert into public.payments (id, company_id, invoice_id, amount, payment_date, created_by) select $1, company_id, id, 12, '2026-01-31', created_by from public.invoices limit 1",
      { fault: 'returned', collection: 'payments', seq: 11 },
    ],
    ['a booking without an entry', 'expense', 'delete from public.ledger_entries where record_id = $1', { fault: 'gap', seq: 4 }],
    [
      'an entry',
      'expense',
      "update public.ledger_entries set label = label || '.' where record_id = $1",
      { fault: 'entry', seq: 3, collection: 'expenses' },
    ],
  ])('the first that differs is named: %s', async (_, name, sql, fault) => {
    const undo = new Error('undo');
    let found: Checked | undefined;
    const run = db.transaction(async (query) => {
      await query('set local session_replication_role = replica');
      const id = all[name];
      // With the company's own name in place of the first invoice of any company.
      await query(sql.replace('from public.invoices limit 1', `from public.invoices where id = '${all.invoice}'`), [id]);
      const { rows } = await query('select private.check_ledger($1, 0, 5000) as answer', [all.company]);
      found = rows[0]?.['answer'] as Checked;
      throw undo;
    });
    await expect(run).rejects.toBe(undo);
    expect(found?.fault).toMatchObject(fault);
    expect(found?.fault?.['label']).toBeTypeOf('string');
  });

  test('an entry that was written anew, with the hash that belongs to it, breaks the one after it', async () => {
    const { company, build } = await founded();
    await build.issued({ company_id: company });
    await build.issued({ company_id: company });
    await tamper(
      `update public.ledger_entries l set label = 'INV-0', sha256 = private.entry_sha256(row(l.company_id, l.seq, l.kind, l.collection, l.record_id,
         'INV-0', l.form, l.payload_sha256, l.receipts, l.prev_sha256, l.sha256, l.at, l.actor)::public.ledger_entries)
       where company_id = $1 and seq = 2`,
      [company],
    );
    expect((await check(company)).fault).toMatchObject({ fault: 'chain', seq: 3 });
  });

  test('a booking that nobody entered is named when all entries are right', async () => {
    const { company, build } = await founded();
    const { id } = await build.issued({ company_id: company });
    await tamper('delete from public.ledger_entries where record_id = $1', [id]);
    expect((await check(company)).fault).toMatchObject({ fault: 'unentered', collection: 'invoices', record_id: id, seq: null });
  });

  test('nobody changes, adds or takes away an entry, whoever it is and however they ask', async () => {
    const statements = [
      "update public.ledger_entries set label = 'x'",
      'delete from public.ledger_entries',
      'truncate public.ledger_entries',
      `insert into public.ledger_entries select * from public.ledger_entries limit 1`,
    ];
    for (const sql of statements) {
      await expect(all.owner.sql(sql)).rejects.toThrow('permission denied');
      await expect(db.transaction((query) => query(sql), { role: 'service_role', claims: { role: 'service_role' } })).rejects.toThrow(
        'permission denied',
      );
    }
    for (const sql of statements.slice(0, 3)) await expect(db.query(sql)).rejects.toThrow('ledger_is_kept');
  });

  test('who may read the history reads and checks the ledger of their company; the others do neither', async () => {
    const { company } = all;
    const count = async (who: 'accountant' | 'employee' | 'stranger') => {
      const device = deviceOf(db, who, company);
      const { rows } = await device.sql('select 1 from public.ledger_entries where company_id = $1', [company]);
      const answers = await Promise.allSettled([
        device.sql('select public.verify_ledger($1)', [company]),
        device.sql('select public.ledger_page($1)', [company]),
      ]);
      return [rows.length, ...answers.map(({ status }) => status)];
    };
    expect(await count('accountant')).toEqual([17, 'fulfilled', 'fulfilled']);
    expect(await count('employee')).toEqual([0, 'rejected', 'rejected']);
    expect(await count('stranger')).toEqual([0, 'rejected', 'rejected']);
  });

  test('a receipt that was verified belongs to the booking, before it and after', async () => {
    const { company, build, owner } = await founded();
    const expense = await build.expenses({ company_id: company });
    const file = (sha: string) => build.files({ company_id: company, expense_id: expense.id, sha256: sha.repeat(64) });
    const [early, late] = [await file('a'), await file('b')];
    const verified = 'insert into public.file_checks (file_id, company_id, sha256, size) values ($1, $2, $3, 1024)';
    await db.query(verified, [early.id, company, 'a'.repeat(64)]);
    await owner.sql("update public.expenses set status = 'approved' where id = $1", [expense.id]);
    await db.query(verified, [late.id, company, 'b'.repeat(64)]);
    const { rows } = await db.query('select kind, receipts from public.ledger_entries where record_id = $1 order by seq', [expense.id]);
    const [first, second] = [`${early.id}:${'a'.repeat(64)}`, `${late.id}:${'b'.repeat(64)}`];
    expect(rows).toEqual([
      { kind: 'booked', receipts: first },
      { kind: 'receipt', receipts: `${first},${second}` },
    ]);
    expect((await check(company)).fault).toBeNull();
    await tamper("update public.file_checks set sha256 = repeat('c', 64) where file_id = $1", [early.id]);
    expect((await check(company)).fault).toMatchObject({ fault: 'receipt', collection: 'expenses', record_id: expense.id });
  });

  test('two companies never share a chain, and a deleted company takes its own along', async () => {
    const [ours, theirs] = [await founded(), await founded()];
    await ours.build.issued({ company_id: ours.company });
    await theirs.build.issued({ company_id: theirs.company });
    expect(await kinds(ours.company)).toEqual(['companies: settings', 'invoices: issued']);
    await db.query(...ended(theirs.company));
    await db.query('delete from public.companies where id = $1', [theirs.company]);
    expect(await kinds(theirs.company)).toEqual([]);
    expect((await check(ours.company)).fault).toBeNull();
  });

  test('what was booked before there was a ledger is carried over once, in order of time', async () => {
    const { company, build, owner } = await founded();
    const invoice = await build.issued({ company_id: company, issue_date: '2026-01-10' });
    await owner.sql("insert into public.payments (company_id, invoice_id, amount, payment_date) values ($1, $2, 1, '2026-01-31')", [
      company,
      invoice.id,
    ]);
    const expense = await build.expenses({ company_id: company });
    await owner.sql("update public.expenses set status = 'approved' where id = $1", [expense.id]);
    await tamper('delete from public.ledger_entries where company_id = $1', [company]);
    const carried = async () => (await db.query('select private.carry_over_ledger() as n')).rows[0]?.['n'];
    expect(await carried()).toBeGreaterThanOrEqual(4);
    expect((await kinds(company)).toSorted()).toEqual([
      'companies: carried_over',
      'expenses: carried_over',
      'invoices: carried_over',
      'payments: carried_over',
    ]);
    expect((await kinds(company))[0]).toBe('invoices: carried_over');
    expect((await check(company)).fault).toBeNull();
    expect(await carried()).toBe(0);
    await build.issued({ company_id: company });
    expect((await check(company)).fault).toBeNull();
  });

  test('a device is told the head with its pull, and the hash that stands where it last looked; an older one is not', async () => {
    const { company } = all;
    const { head } = await check(company);
    const employee = deviceOf(db, 'employee', company);
    const pull = async (state: object) => (await employee.pull({ cursors: {}, ...state })) as unknown as { ledger?: object };
    expect((await pull({ ledger: 0 })).ledger).toEqual({ ...head, known: null });
    const third = (await db.query('select sha256 from public.ledger_entries where company_id = $1 and seq = 3', [company])).rows[0]?.[
      'sha256'
    ];
    expect((await pull({ ledger: 3 })).ledger).toEqual({ ...head, known: third });
    expect(await pull({})).not.toHaveProperty('ledger');
  });
});
