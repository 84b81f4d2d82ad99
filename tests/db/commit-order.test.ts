import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildersFor, testId } from '#tests/support/builders.ts';
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { callerOf, insertAccounts, insertMembers, personaId } from '#tests/support/personas.ts';
import { type Answer, deviceOf, upsert } from './device.ts';

const WRITERS = 8;
const ROUNDS = 25;
type Work = (client: pg.Client) => Promise<unknown>;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Only a server with several connections can commit in another order than it wrote: PGlite has one. */
describe.runIf(engines().includes('postgres'))('many writers at once on postgres', () => {
  let db: TestDatabase;
  let company = '';
  beforeAll(async () => {
    db = await openTestDatabase('postgres', { connections: 20 });
    await insertAccounts(db.query);
    company = (await buildersFor(db.query).company()).id;
    await insertMembers(db.query, company);
  });
  afterAll(() => db.close());

  /** Each writer keeps transactions open for a while after writing, so that they commit out of order. */
  async function write(writer: number): Promise<void> {
    const client = new pg.Client({ connectionString: String(db.url) });
    await client.connect();
    for (let round = 0; round < ROUNDS; round++) {
      await client.query('begin');
      await client.query('insert into public.vendors (id, company_id, name, updated_at) values ($1, $2, $3, clock_timestamp())', [
        testId(0x10_000 + writer * 1000 + round),
        company,
        `${writer}-${round}`,
      ]);
      await pause((writer * 7 + round * 13) % 25);
      await client.query('commit');
    }
    await client.end();
  }

  test('the cursor of the change log misses nothing where a timestamp cursor does', async () => {
    const device = deviceOf(db, 'owner', company);
    const byLog = new Set<unknown>();
    const byTime = new Set<unknown>();
    let state: Record<string, unknown> = { cursors: { vendors: 0 } };
    let newest = '-infinity';
    const read = async () => {
      const answer: Answer = await device.pull(state, 20);
      for (const { id } of answer.collections['vendors']?.rows ?? []) byLog.add(id);
      state = { epoch: answer.epoch, access: answer.access, cursors: { vendors: answer.collections['vendors']?.cursor ?? 0 } };
      const { rows } = await db.query('select id, updated_at::text as at from public.vendors where updated_at > $1 order by updated_at', [
        newest,
      ]);
      for (const { id } of rows) byTime.add(id);
      const last = rows.at(-1)?.['at'];
      if (typeof last === 'string') newest = last;
      return answer.collections['vendors']?.more ?? false;
    };
    let isWriting = true;
    const reading = (async () => {
      while (isWriting) await read();
    })();
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    isWriting = false;
    await reading;
    while (await read());
    expect(byLog.size).toBe(WRITERS * ROUNDS);
    // The control: if this ever holds, the test no longer creates the situation it is about.
    expect(byTime.size).toBeLessThan(WRITERS * ROUNDS);
  });

  test('an open transaction keeps no other writer of the company waiting', async () => {
    const slow = new pg.Client({ connectionString: String(db.url) });
    await slow.connect();
    await slow.query('begin');
    await slow.query("insert into public.vendors (company_id, name) values ($1, 'slow')", [company]);
    await db.transaction(async (query) => {
      await query("set local lock_timeout = '500ms'");
      await query("insert into public.vendors (company_id, name) values ($1, 'fast')", [company]);
    });
    await slow.query('commit');
    await slow.end();
    const { rows } = await db.query("select count(*)::int as n from public.vendors where name in ('slow', 'fast')");
    expect(rows[0]?.['n']).toBe(2);
  });

  test('200 expenses pushed in parallel get 200 different numbers', async () => {
    const device = deviceOf(db, 'employee', company);
    const pushes = Array.from({ length: 200 }, (_, i) =>
      device.push(upsert('expenses', testId(0x20_000 + i), `p-${i}`, null, { amount: 1, expense_date: '2026-01-30' })),
    );
    const results = (await Promise.all(pushes)).flat();
    expect(results.filter(({ status }) => status !== 'applied')).toEqual([]);
    const numbers = new Set(results.map(({ row }) => String(row?.['number'])));
    expect(numbers.size).toBe(200);
    expect(numbers).toContain('EXP-2026-0200');
  });

  const line = (n: number) => ({ id: testId(0x50_000 + n), position: 1, description: 'Work', quantity: 1, unit_price: 100, tax_rate: 19 });
  const wish = (customer: string, n: number) => ({
    customer_id: customer,
    service_from: '2026-01-30',
    status: 'ready_to_issue',
    items: [{ ...line(n), unit: '', product_id: null, discount_percent: 0 }],
  });

  test('200 invoices issued in parallel, by devices and by direct calls, get 200 numbers without a gap', async () => {
    const build = buildersFor(db.query, 0x70_000);
    const customer = (await build.customers({ company_id: company })).id;
    const device = deviceOf(db, 'accountant', company);
    const drafts = Array.from({ length: 100 }, (_, i) => ({ ...wish(customer, 100 + i), status: 'draft' }));
    await device.push(...drafts.map((draft, i) => upsert('invoices', testId(0x40_100 + i), `draft-${i}`, null, draft)));
    const pushed = Array.from({ length: 100 }, (_, i) =>
      device.push(upsert('invoices', testId(0x40_000 + i), `i-${i}`, null, wish(customer, i))),
    );
    const called = drafts.map((_, i) =>
      device.sql("update public.invoices set status = 'ready_to_issue' where id = $1", [testId(0x40_100 + i)]),
    );
    const results = (await Promise.all(pushed)).flat();
    await Promise.all(called);
    expect(results.filter(({ status }) => status !== 'applied')).toEqual([]);
    const { rows } = await db.query(
      `select count(distinct number)::int as numbers, min(number_seq)::int as first, max(number_seq)::int as last
       from public.invoices where company_id = $1 and status = 'issued'`,
      [company],
    );
    expect(rows[0]).toEqual({ numbers: 200, first: 1, last: 200 });
    const { rows: gaps } = await device.sql('select * from public.invoice_number_gaps($1)', [company]);
    expect(gaps).toEqual([]);
  });

  test('payments of the same invoice at the same moment are all in its sum', async () => {
    const { id } = await buildersFor(db.query, 0x80_000).issued({ company_id: company });
    const insert = (n: number) =>
      db.transaction(
        (query) =>
          query("insert into public.payments (id, company_id, invoice_id, amount, payment_date) values ($1, $2, $3, 1.1, '2026-02-01')", [
            testId(0x60_000 + n),
            company,
            id,
          ]),
        callerOf('accountant'),
      );
    await Promise.all(Array.from({ length: 20 }, (_, n) => insert(n)));
    const { rows } = await db.query('select paid_total::float8 as paid from public.invoices where id = $1', [id]);
    expect(rows[0]).toEqual({ paid: 22 });
  });

  test('a line that changes while its invoice is issued is either in the document or refused', async () => {
    const build = buildersFor(db.query, 0x90_000);
    for (let round = 0; round < 10; round++) {
      const draft = await build.invoices({ company_id: company });
      const item = await build.invoice_items({ company_id: company, invoice_id: draft.id });
      const run = (sql: string, id: string) => db.transaction((query) => query(sql, [id]), callerOf('accountant')).catch(() => null);
      await Promise.all([
        run('update public.invoice_items set quantity = 5 where id = $1', item.id),
        run("update public.invoices set status = 'ready_to_issue' where id = $1", draft.id),
      ]);
      const { rows } = await db.query(
        `select i.status, i.net_total = t.net_total as agrees from public.invoices i, private.invoice_totals(i.company_id, i.id, i.currency, i.tax_mode) t
         where i.id = $1`,
        [draft.id],
      );
      expect(rows[0]).toEqual({ status: 'issued', agrees: true });
    }
  });

  test('the same mutation pushed twice at the same moment is applied once', async () => {
    const device = deviceOf(db, 'owner', company);
    const change = upsert('vendors', testId(0x30_000), 'twice-1', null, { name: 'Once' });
    const results = (await Promise.all([device.push(change), device.push(change), device.push(change)])).flat();
    expect(results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied']);
    const { rows } = await db.query('select count(*)::int as n from public.activity_log where entity_id = $1', [testId(0x30_000)]);
    expect(rows[0]?.['n']).toBe(1);
  });

  test('direct writes of two people to the same expense leave one winner per version', async () => {
    const id = testId(0x20_000);
    const edit = (text: string) =>
      db.transaction((query) => query('update public.expenses set description = $1 where id = $2', [text, id]), callerOf('accountant'));
    await Promise.all([edit('A'), edit('B')]);
    const { rows } = await db.query('select description, created_by from public.expenses where id = $1', [id]);
    expect(['A', 'B']).toContain(rows[0]?.['description']);
    expect(rows[0]?.['created_by']).toBe(personaId('employee'));
  });

  /** The second does its work while the first has not committed yet; answers what became of the second: null, or its refusal. */
  async function overlapping(first: Work, second: Work): Promise<string | null> {
    const clients = [new pg.Client({ connectionString: String(db.url) }), new pg.Client({ connectionString: String(db.url) })] as const;
    for (const client of clients) await client.connect();
    try {
      for (const client of clients) await client.query('begin');
      await first(clients[0]);
      const outcome = second(clients[1]).then(
        () => null,
        (error: Error) => error.message,
      );
      // Either it is done, or it waits for the first.
      await Promise.race([outcome, pause(200)]);
      await clients[0].query('commit');
      const refused = await outcome;
      await clients[1].query(refused === null ? 'commit' : 'rollback');
      return refused;
    } finally {
      for (const client of clients) await client.end();
    }
  }

  test('two first bank accounts at once make one default account', async () => {
    const { id } = await buildersFor(db.query, 0xba_00).company();
    const add = (n: number) => (client: pg.Client) =>
      client.query("insert into public.bank_accounts (id, company_id, iban) values ($1, $2, 'DE89370400440532013000')", [
        testId(0xba_10 + n),
        id,
      ]);
    expect(await overlapping(add(1), add(2))).toBeNull();
    const { rows } = await db.query('select is_default from public.bank_accounts where company_id = $1 order by is_default', [id]);
    expect(rows).toEqual([{ is_default: false }, { is_default: true }]);
  });

  test('two mails at once do not both take the last place of the day', async () => {
    await db.query(
      "insert into private.sent_mails (company_id, user_id, purpose, recipient) select $1, $2, 'test', n || '@example.com' from generate_series(1, 39) n",
      [company, personaId('owner')],
    );
    const claims = JSON.stringify(callerOf('owner').claims);
    const send = (to: string) => async (client: pg.Client) => {
      await client.query("select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)", [claims]);
      await client.query('select public.request_test_mail($1, $2)', [company, to]);
    };
    expect(await overlapping(send('a@example.com'), send('b@example.com'))).toBe('too_many_mails');
  });

  test('two last factors that go at once take the recovery codes along', async () => {
    const person = personaId('viewer');
    const factors = [testId(0xfa_01), testId(0xfa_02)];
    for (const id of factors)
      await db.query("insert into auth.mfa_factors (id, user_id, factor_type, status) values ($1, $2, 'totp', 'verified')", [id, person]);
    await db.query("insert into private.recovery_codes (user_id, code_hash) values ($1, 'x')", [person]);
    const remove = (id: string | undefined) => (client: pg.Client) => client.query('delete from auth.mfa_factors where id = $1', [id]);
    expect(await overlapping(remove(factors[0]), remove(factors[1]))).toBeNull();
    expect((await db.query('select 1 from private.recovery_codes where user_id = $1', [person])).rows).toEqual([]);
  });
});
