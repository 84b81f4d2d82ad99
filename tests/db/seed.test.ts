import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { COLLECTION_NAMES, entityOf } from '#domain/registry.ts';
import { verifyPassword } from '#local/auth/passwords.ts';
import { DEMO_COMPANIES } from '#local/seed/demo-companies.ts';
import { LONG_NAME } from '#local/seed/demo-nordlicht-names.ts';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import { seedDemo } from '#local/seed/demo.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '#local/seed/demo-people.ts';
import { seedStressInvoices } from '#local/seed/stress-invoices.ts';
import { seedStress } from '#local/seed/stress.ts';
import { openTestDatabase } from '#tests/support/database.ts';

const NOW = new Date('2026-03-31T22:30:00Z');
const SCHEMAS = new Map(COLLECTION_NAMES.filter((name) => name !== 'files').map((name) => [String(name), entityOf(name).schema]));
type Page = { rows: Record<string, unknown>[]; cursor: number; more: boolean };

const db = await openTestDatabase('pglite');
const started = process.cpuUsage();
await seedDemo(db, { now: NOW });
// Of the processor: others may be at work beside us.
const { user, system } = process.cpuUsage(started);
const seconds = (user + system) / 1_000_000;
afterAll(() => db.close());

async function pulled(companyId: string, userId: string): Promise<Map<string, Record<string, unknown>[]>> {
  const documents = new Map<string, Record<string, unknown>[]>();
  let cursors: Record<string, number> = Object.fromEntries([...SCHEMAS.keys()].map((collection) => [collection, 0]));
  for (let more = true; more;) {
    const { rows } = await db.transaction(
      (query) => query('select public.sync_pull($1, $2, 1000) as answer', [companyId, JSON.stringify({ cursors })]),
      { role: 'authenticated', claims: { sub: userId, role: 'authenticated' } },
    );
    const { collections } = (rows[0] ?? {})['answer'] as { collections: Record<string, Page> };
    more = Object.values(collections).some((page) => page.more);
    cursors = Object.fromEntries(Object.entries(collections).map(([collection, page]) => [collection, page.cursor]));
    for (const [collection, page] of Object.entries(collections))
      documents.set(collection, [...(documents.get(collection) ?? []), ...page.rows]);
  }
  return documents;
}
const count = async (sql: string): Promise<number> => Number(Object.values((await db.query(sql)).rows[0] ?? {})[0]);

describe('the demo', () => {
  test('every document of every company is valid as the app reads it', async () => {
    for (const { id } of DEMO_COMPANIES) {
      for (const [collection, rows] of await pulled(id, DEMO_PEOPLE.demo.id)) {
        const schema = SCHEMAS.get(collection) ?? z.object({});
        const problems = rows.flatMap((row) => z.safeParse(z.strictObject(schema.shape), row).error?.issues ?? []);
        expect({ collection, problems }).toEqual({ collection, problems: [] });
        expect(rows.length).toBeGreaterThan(0);
      }
    }
  });

  test('it takes a couple of seconds and is not doubled when asked again', async () => {
    const before = await count('select count(*) from public.expenses');
    await seedDemo(db, { now: NOW });
    expect(await count('select count(*) from public.expenses')).toBe(before);
    expect(seconds).toBeLessThan(15);
  });

  test('the demo password signs everyone in', async () => {
    const { rows } = await db.query('select encrypted_password as hash from auth.users');
    expect(rows).toHaveLength(5);
    for (const { hash } of rows) expect(await verifyPassword(DEMO_PASSWORD, String(hash), 10)).toBe(true);
  });

  test('it spans two years up to today and holds every status and the edge records', async () => {
    const { rows } = await db.query(
      `select count(distinct to_char(expense_date, 'YYYY-MM'))::int as months, max(expense_date) as newest, array_agg(distinct status order by status) as statuses,
         count(*) filter (where amount = 33.33)::int as thirds, bool_or(expense_date = '2024-02-29') as leap, bool_or(extract(day from expense_date) = 31) as last
       from public.expenses where company_id = $1`,
      [NORDLICHT.id],
    );
    expect(rows[0]).toMatchObject({
      months: 25,
      statuses: ['approved', 'pending', 'reimbursed', 'rejected'],
      thirds: 3,
      leap: true,
      last: true,
    });
    // 22:30 UTC is the first of April in Hamburg.
    expect(String(rows[0]?.['newest']) <= '2026-04-01').toBe(true);
    expect(LONG_NAME).toHaveLength(71);
    expect(await count(`select count(*) from public.vendors where char_length(name) = 71`)).toBe(1);
  });

  test('nothing in it lies in the future and no author decided on an own expense, owners aside', async () => {
    expect(await count(`select count(*) from public.expenses where created_at > '${NOW.toISOString()}'`)).toBe(0);
    expect(
      await count(`select count(*) from public.expenses where created_by = decided_by and created_by <> '${DEMO_PEOPLE.demo.id}'`),
    ).toBe(0);
  });

  test('every company has recurring items that are due, that come soon, that end with the month and that wait for 29 February', async () => {
    const today = '2026-03-31'; // in Bristol, and over for an hour in Hamburg
    for (const [table, days] of [
      ['recurring_invoices', 7],
      ['recurring_expenses', 30],
    ] as const) {
      const { rows } = await db.query(
        `select count(distinct company_id)::int as companies, count(*) filter (where is_active and not auto_generate and next_generation <= $1)::int as due,
           count(*) filter (where is_active and auto_generate and next_generation <= least($1, end_date))::int as unattended,
           count(distinct company_id) filter (where is_active and next_generation > $1 and next_generation <= $1::date + $2::int)::int as soon,
           count(distinct company_id) filter (where extract(day from start_date) = 31)::int as last, count(*) filter (where to_char(start_date, 'MM-DD') = '02-29')::int as leap
         from public.${table}`,
        [today, days],
      );
      expect(rows[0]).toEqual({ companies: 3, due: 3, unattended: 0, soon: 3, last: 3, leap: 3 });
    }
  });

  test('every series has generated all periods up to today, except the one that waits for a person, and its history tells of each', async () => {
    for (const [table, documents, series] of [
      ['recurring_invoices', 'invoices', 'recurring_invoice_id'],
      ['recurring_expenses', 'expenses', 'recurring_expense_id'],
    ] as const) {
      const { rows } = await db.query(
        `select count(*) filter (where made = 0)::int as empty, count(*) filter (where made <> told or not begun)::int as untold,
           count(*) filter (where last_generated is distinct from newest)::int as wrong, bool_or(not is_active) as paused, bool_or(end_date < next_generation) as ended,
           count(*) filter (where generation_error <> '')::int as failed
         from (select r.*, d.made, d.newest,
             (select count(*) from public.activity_log a where a.entity_id = r.id and a.type = 'generated') as told,
             exists (select from public.activity_log a where a.entity_id = r.id and a.type = 'created' and a.created_at < d.oldest) as begun
           from public.${table} r cross join lateral (
             select count(*) as made, max(i.recurring_period) as newest, min(i.created_at) as oldest from public.${documents} i where i.${series} = r.id) d) s`,
      );
      expect(rows[0]).toEqual({ empty: 0, untold: 0, wrong: 0, paused: true, ended: true, failed: table === 'recurring_invoices' ? 1 : 0 });
    }
    // What failed was left as a draft, and comes right once the customer has a VAT number.
    const { rows: failed } = await db.query(
      `select i.status, private.issue_problems(i) as problems from public.invoices i join public.recurring_invoices r on r.id = i.recurring_invoice_id
       where r.generation_error = 'cannot_issue:buyer.vat_id'`,
    );
    expect(failed).toEqual([{ status: 'draft', problems: ['buyer.vat_id'] }]);
  });

  test('its invoices stand in every state, with numbers that have no gap and the edge records', async () => {
    const { rows } = await db.query(
      `select array_agg(distinct status order by status) as statuses, array_agg(distinct payment_status order by payment_status) as payments,
         array_agg(distinct tax_mode order by tax_mode) as modes, count(distinct to_char(issue_date, 'YYYY-MM'))::int as months,
         bool_or(issue_date = '2024-02-29') as leap, bool_or(net_total = 99.99) as thirds, bool_or(char_length(buyer ->> 'name') = 71) as long,
         bool_or(document_type = 'cancellation' and gross_total < 0) as cancellation, bool_or(issue_date > '2026-04-01') as future
       from public.invoices where company_id = $1`,
      [NORDLICHT.id],
    );
    expect(rows[0]).toEqual({
      statuses: ['cancelled', 'draft', 'issued'],
      payments: ['overpaid', 'paid', 'partially_paid', 'unpaid'],
      modes: ['reverse_charge', 'standard'],
      months: 25,
      leap: true,
      thirds: true,
      long: true,
      cancellation: true,
      future: false,
    });
    expect(await count(`select count(*) from public.invoices where tax_mode = 'small_business' and tax_total <> 0`)).toBe(0);
    expect(
      await count(
        'select count(*) from (select max(number_seq) - count(*) as missing from public.invoices where number is not null group by company_id, number_year) g where missing <> 0',
      ),
    ).toBe(0);
  });

  test('numbers, totals, payments and the log for devices are as the triggers would have written them', async () => {
    expect(
      await count(`
        select count(*) from public.invoices i cross join lateral private.invoice_totals(i.company_id, i.id, i.currency, i.tax_mode) t
        cross join lateral (select coalesce(sum(p.amount), 0) as amount from public.payments p where p.invoice_id = i.id) paid
        where (i.net_total, i.tax_total, i.gross_total, i.tax_breakdown, i.paid_total) is distinct from (t.net_total, t.tax_total, t.gross_total, t.tax_breakdown, paid.amount)
          or (i.number is not null and i.payment_status <> private.payment_state(i.gross_total, paid.amount))`),
    ).toBe(0);
    const { rows: next } = await db.query(
      `select c.last, count(*)::int as used, max(e.number) = private.format_number('EXP-{year}-{number}', c.year, c.last) as fits
       from private.number_counters c join public.expenses e on e.company_id = c.company_id and extract(year from e.expense_date) = c.year
       where c.kind = 'expenses' group by c.company_id, c.year, c.last`,
    );
    expect(next.length).toBeGreaterThan(6);
    expect(next.filter(({ last, used, fits }) => Number(last) !== used || fits !== true)).toEqual([]);
    for (const table of ['activity_log', 'expenses', 'invoices', 'payments', 'recurring_invoices'])
      expect(await count(`select count(*) from private.change_log where collection = '${table}'`)).toBe(
        await count(`select count(*) from public.${table}`),
      );
    const { rows: triggers } = await db.query(`select tgname from pg_trigger where tgenabled = 'D'`);
    expect(triggers).toEqual([]);
  });

  test('every customer has an address, so that each can be invoiced', async () => {
    const { rows } = await db.query(
      `select name from public.customers where '' in (street, house_number, postal_code, city) or country !~ '^[A-Z]{2}$'`,
    );
    expect(rows).toEqual([]);
    expect(await count(`select count(*) from public.customers where country = 'DK' and postal_code ~ '^[0-9]{4}$'`)).toBe(1);
  });

  test('an employee sees own expenses only', async () => {
    const documents = await pulled(NORDLICHT.id, DEMO_PEOPLE.employee.id);
    const authors = new Set(documents.get('expenses')?.map((expense) => expense['created_by']));
    expect([...authors]).toEqual([DEMO_PEOPLE.employee.id]);
    const whose = documents.get('members')?.filter(({ keys }) => Array.isArray(keys) && keys.length > 0);
    expect(whose?.map(({ user_id }) => user_id)).toEqual([DEMO_PEOPLE.employee.id]);
  });
});

test('a stress load is logged for devices like any other change', async () => {
  const before = await count('select count(*) from public.expenses');
  await seedStress(db, 5000, { now: NOW });
  expect(await count('select count(*) from public.expenses')).toBe(before + 5000);
  expect(await count(`select count(*) from private.change_log where collection = 'expenses' and not deleted`)).toBe(before + 5000);
  const documents = await pulled(NORDLICHT.id, DEMO_PEOPLE.demo.id);
  expect(documents.get('expenses')).toHaveLength(await count(`select count(*) from public.expenses where company_id = '${NORDLICHT.id}'`));
});

test('invoices of a stress load add up as if the triggers had written them, and devices get them', async () => {
  await seedStressInvoices(db, 400, { now: NOW });
  const wrong = await count(`
    select count(*) from public.invoices i cross join lateral private.invoice_totals(i.company_id, i.id, i.currency, i.tax_mode) t
    where i.rev like 'srv-stress-%' and ((i.net_total, i.tax_total, i.gross_total, i.tax_breakdown) is distinct from (t.net_total, t.tax_total, t.gross_total, t.tax_breakdown)
      or i.paid_total <> (select coalesce(sum(p.amount), 0) from public.payments p where p.invoice_id = i.id))`);
  expect(wrong).toBe(0);
  const states = `select count(distinct payment_status) from public.invoices where rev like 'srv-stress-%'`;
  expect(await count(states)).toBe(4);
  const documents = await pulled(NORDLICHT.id, DEMO_PEOPLE.demo.id);
  const stress = (name: string) => documents.get(name)?.filter(({ rev }) => String(rev).startsWith('srv-stress-')) ?? [];
  expect([stress('invoices').length, stress('customers').length, stress('invoice_products').length]).toEqual([400, 10, 10]);
  expect(stress('payments').length).toBeGreaterThan(300);
  expect(stress('invoices').every(({ items }) => Array.isArray(items) && items.length > 0)).toBe(true);
});
