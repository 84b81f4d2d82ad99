import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildersFor } from '#tests/support/builders.ts';
import { engines, openTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { until } from '#tests/support/patience.ts';
import { callerOf, insertAccounts, insertMembers } from '#tests/support/personas.ts';
import { deviceOf } from './device.ts';

/** PGlite has one connection: nobody is under way beside another. */
describe.runIf(engines().includes('postgres'))('closing a month beside others on postgres', () => {
  let db: TestDatabase;
  let company = '';
  beforeAll(async () => {
    db = await openTestDatabase('postgres', { connections: 4 });
    await insertAccounts(db.query);
    company = (await buildersFor(db.query).company()).id;
    await insertMembers(db.query, company);
  });
  afterAll(() => db.close());

  /** A person's transaction that stays open until `end` is called. */
  async function begun(who: 'owner' | 'accountant', sql: string, params: unknown[]): Promise<{ end: () => Promise<void> }> {
    const client = new pg.Client({ connectionString: String(db.url) });
    await client.connect();
    await client.query('begin');
    const caller = callerOf(who);
    await client.query("select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", [
      caller.role,
      JSON.stringify(caller.claims),
    ]);
    await client.query(sql, params);
    const end = async () => {
      await client.query('commit');
      await client.end();
    };
    return { end };
  }
  const someoneWaits = () =>
    until(async () => (await db.query("select 1 from pg_locks where locktype = 'advisory' and not granted")).rows.length > 0);

  test('a month is not closed over a booking that is under way, nor booked in while it is being closed', async () => {
    const build = buildersFor(db.query, 0x90_000);
    const { id } = await build.issued({ company_id: company });
    const pay = 'insert into public.payments (company_id, invoice_id, amount, payment_date) values ($1, $2, 1, $3)';
    const close = 'insert into public.periods (company_id, month) values ($1, $2)';
    const device = deviceOf(db, 'owner', company);

    const booking = await begun('accountant', pay, [company, id, '2026-01-31']);
    const closing = device.sql(close, [company, '2026-01-01']);
    await someoneWaits();
    await booking.end();
    await closing;
    await expect(device.sql(pay, [company, id, '2026-01-31'])).rejects.toThrow('period_closed');

    const closingFirst = await begun('owner', close, [company, '2025-12-01']);
    const late = device.sql(pay, [company, id, '2025-12-31']).then(
      () => 'booked',
      (error: Error) => error.message,
    );
    await someoneWaits();
    await closingFirst.end();
    expect(await late).toBe('period_closed');
  });

  test('two people who book in one company at once are entered one after the other, without a hole', async () => {
    const build = buildersFor(db.query, 0x91_000);
    const invoices = [await build.issued({ company_id: company }), await build.issued({ company_id: company })];
    const pay = 'insert into public.payments (company_id, invoice_id, amount, payment_date) values ($1, $2, 1, $3)';
    const before = Number(
      (await db.query('select max(seq) as n from public.ledger_entries where company_id = $1', [company])).rows[0]?.['n'],
    );
    const [first, second] = [
      await begun('owner', pay, [company, invoices[0]?.id, '2026-02-01']),
      await begun('accountant', pay, [company, invoices[1]?.id, '2026-02-02']),
    ];
    // The later one commits first; both wait for nobody for good.
    await Promise.all([second.end(), first.end()]);
    const { rows } = await db.query('select seq::int, kind from public.ledger_entries where company_id = $1 and seq > $2 order by seq', [
      company,
      before,
    ]);
    expect(rows).toEqual([1, 2].map((n) => ({ seq: before + n, kind: 'paid' })));
    const { rows: checked } = await db.query('select private.check_ledger($1, 0, 1000) as answer', [company]);
    expect(checked[0]?.['answer']).toMatchObject({ done: true, fault: null });
  });
});
