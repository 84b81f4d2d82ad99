import type { Expense } from '#domain/expenses/expense.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { toMinor } from '#domain/money/money.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { type Books, currenciesOf, type Scope } from '#domain/reports/books.ts';
import { addCells, type Cell, type OpenSums } from '#domain/reports/cell.ts';
import { expenseCells } from '#domain/reports/expense-cells.ts';
import { invoiceCells } from '#domain/reports/invoice-cells.ts';
import { paymentCells } from '#domain/reports/payment-cells.ts';
import { monthsOf } from '#domain/reports/period.ts';
import { DEMO_COMPANIES } from '#local/seed/demo-companies.ts';
import { DEMO_PEOPLE } from '#local/seed/demo-people.ts';
import { NORDLICHT } from '#local/seed/demo-nordlicht.ts';
import { seedDemo } from '#local/seed/demo.ts';
import { oneEngine, openTestDatabase } from '#tests/support/database.ts';
import { pulledDocuments } from './pulled.ts';

/** Amounts of every size and sign, in currencies of zero to three decimals, in every state, spread over the demo's people and categories. */
const RANDOM_SQL = `
insert into public.expenses (id, company_id, created_by, category_id, description, amount, currency, tax_rate, tax_amount, expense_date, status,
  is_reimbursable, paid_on, rev)
select ('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, $1, u.ids[1 + i % array_length(u.ids, 1)],
  case when i % 7 > 0 then c.ids[1 + i % array_length(c.ids, 1)] end, 'Random', a.amount, a.currency, (array[19, 7, 0, null, 5.5])[1 + i % 5],
  round(a.amount * 0.07, private.currency_exponent(a.currency)), date '2025-01-01' + (i * 37 % 450), (array['pending', 'approved', 'rejected', 'reimbursed'])[1 + i % 4],
  i % 3 = 0, case when i % 5 = 0 then date '2025-02-01' + (i * 11 % 450) end, 'srv-random-' || i
from generate_series(1, 1500) i
cross join lateral (select (array['EUR', 'EUR', 'GBP', 'JPY', 'KWD'])[1 + i % 5] as currency) k
cross join lateral (select k.currency, round(((i::bigint * 7919) % 1000003 - 20000)::numeric / 97, private.currency_exponent(k.currency)) as amount) a
cross join (select array_agg(user_id order by user_id) as ids from public.company_users where company_id = $1) u
cross join (select array_agg(id order by id) as ids from public.expense_categories where company_id = $1) c`;

/** Receipts with several rates, one in three: two own rates of which one is half deductible, what was paid abroad, at customs, without tax on paper, and a tip. */
const RANDOM_TABLES_SQL = `
update public.expenses e set tax_rate = null, tax_lines = t.lines, tax_amount = private.tax_lines_tax(t.lines)
from (
  select x.id, jsonb_agg(l.line order by l.place) as lines
  from public.expenses x
  cross join lateral (select private.currency_exponent(x.currency) as e) k
  cross join lateral (select round(x.amount / 11, k.e) as net) n
  cross join lateral (
    select p.place, jsonb_build_object('rate', p.rate, 'net', trim_scale(n.net), 'tax', trim_scale(round(n.net * coalesce(p.rate, 0) * 0.01, k.e)),
      'category', p.category, 'country', p.country, 'deductible_percent', p.share) as line, n.net + round(n.net * coalesce(p.rate, 0) * 0.01, k.e) as gross
    from (values (1, 19, 'domestic', 'DE', 50), (2, 7, 'domestic', 'DE', 100), (3, 20, 'domestic', 'AT', 100), (4, 19, 'import', '', 33.3),
      (5, null, 'reverse_charge', 'FR', 62.5), (6, null, 'eu_acquisition', 'PL', 100)) p (place, rate, category, country, share)) s
  cross join lateral (
    select s.place, s.line
    union all
    select 7, jsonb_build_object('rate', null, 'net', trim_scale(x.amount - (
        select sum(n.net + round(n.net * r * 0.01, k.e)) from unnest('{19,7,20,19,0,0}'::numeric[]) r)), 'tax', 0,
      'category', 'none', 'country', '', 'deductible_percent', 100) where s.place = 6) l
  where x.company_id = $1 and x.rev ~ '^srv-random-' and right(x.rev, 1) in ('1', '4', '8') group by x.id) t
where t.id = e.id`;

/** Invoices over two years, one in eleven cancelled later, and up to two payments each: none, a part, all or too much, some of them refunds. */
const RANDOM_INVOICES_SQL = `
with made as (
  select i, ('01900000-0000-7000-9000-' || lpad(to_hex(i), 12, '0'))::uuid as id, ('01900000-0000-7000-a000-' || lpad(to_hex(i), 12, '0'))::uuid as cancels,
    i % 11 = 0 as is_cancelled, date '2024-06-01' + (i * 53 % 660) as issued, c.currency, u.id as author, p.id as customer,
    round(((i::bigint * 104729) % 900007 + 1)::numeric / 91, private.currency_exponent(c.currency)) as net
  from generate_series(1, 600) i
  cross join lateral (select (array['EUR', 'EUR', 'GBP', 'JPY', 'KWD'])[1 + i % 5] as currency) c
  cross join lateral (select user_id as id from public.company_users where company_id = $1 order by user_id limit 1) u
  cross join lateral (select ids[1 + i % array_length(ids, 1)] as id from (select array_agg(id order by id) as ids from public.customers where company_id = $1) a) p),
documents as (
  select *, 1 as sign, false as cancels_it from made
  union all
  select *, -1, true from made where is_cancelled)
insert into public.invoices (id, company_id, number, document_type, status, cancels_id, cancelled_by_id, customer_id, issue_date, due_date, currency, seller, buyer,
  net_total, tax_total, gross_total, tax_breakdown, created_by, rev)
select case when cancels_it then cancels else d.id end, $1, case when cancels_it then 'RC-' else 'R-' end || i, case when cancels_it then 'cancellation' else 'invoice' end,
  case when is_cancelled and not cancels_it then 'cancelled' else 'issued' end, case when cancels_it then d.id end,
  case when is_cancelled and not cancels_it then cancels end, customer, issued + case when cancels_it then i % 70 else 0 end, issued + i % 45, currency, '{}', '{}',
  sign * net, sign * t.tax, sign * (net + t.tax), jsonb_build_array(jsonb_build_object('tax_rate', 19, 'net', sign * net, 'tax', sign * t.tax)), author, 'srv-r-' || i
from documents d
cross join lateral (select round(net * 0.19, private.currency_exponent(currency)) as tax) t
order by cancels_it, i`;

const RANDOM_PAYMENTS_SQL = `
insert into public.payments (id, company_id, invoice_id, amount, currency, payment_date, created_by, rev)
select ('01900000-0000-7000-b' || n || '00-' || lpad(to_hex(i), 12, '0'))::uuid, $1, d.id,
  case when n = 0 and i % 4 = 1 then d.gross_total
    else round(d.gross_total * (array[0.3, 0.7, -0.1, 0.4])[1 + (i + n) % 4], private.currency_exponent(d.currency)) end,
  d.currency, d.issue_date + (i * 17 + n * 29) % 120, d.created_by, 'srv-p-' || i || '-' || n
from public.invoices d
cross join lateral (select substr(d.number, 3)::int as i) k
cross join generate_series(0, 1) n
where d.company_id = $1 and d.number ~ '^R-' and d.status = 'issued' and k.i % 3 > 0 and (n = 0 or k.i % 2 = 0);`;

const BALANCES_SQL = `
update public.invoices d set paid_total = s.paid, payment_status = case when s.paid = d.gross_total then 'paid' when s.paid <= 0 then 'unpaid'
  when s.paid < d.gross_total then 'partially_paid' else 'overpaid' end
from (select invoice_id, sum(amount) as paid from public.payments where company_id = $1 group by 1) s where s.invoice_id = d.id and d.number ~ '^R-'`;

/**
 * What counts on another day than its own, over three years and in a fifth currency: supplies that end before or after the invoice and their
 * advances, late bookings, parts with and without a category, and modes that say it for them.
 */
const RANDOM_DAYS_SQL = [
  `update public.expenses set currency = case when currency = 'GBP' and right(rev, 1) in ('2', '7') then 'CHF' else currency end,
     expense_date = expense_date - (('x' || right(id::text, 3))::bit(12)::int * 7 % 500), tax_rate = case when tax_lines = '[]' and right(rev, 1) = '6' then 7.75 else tax_rate end,
     booked_on = case when status in ('approved', 'reimbursed') and right(rev, 1) in ('3', '7') then expense_date + ('x' || right(id::text, 2))::bit(8)::int % 90 end
   where company_id = $1 and rev ~ '^srv-random-'`,
  `update public.invoices set tax_point = null, service_from = issue_date - 40, service_to = issue_date + (('x' || right(id::text, 2))::bit(8)::int % 130 - 70),
     tax_mode = (array['standard', 'standard', 'reverse_charge', 'small_business'])[1 + ('x' || right(id::text, 2))::bit(8)::int % 4],
     tax_breakdown = case when right(number, 1) in ('2', '5', '8') then jsonb_build_array(
       jsonb_build_object('tax_rate', 19.0, 'tax_category', 'S', 'net', trim_scale(net_total / 2), 'tax', tax_total),
       jsonb_build_object('tax_rate', 0, 'tax_category', 'G', 'net', net_total - trim_scale(net_total / 2), 'tax', 0),
       jsonb_build_object('tax_rate', 5.5, 'net', 0, 'tax', 0)) else tax_breakdown end
   where company_id = $1 and number ~ '^R-'`,
  // Shared out anew, as the trigger does it for another amount.
  `update public.payments p set amount = p.amount + 1, booked_on = case when right(p.id::text, 1) in ('4', 'a') then p.payment_date + ('x' || right(p.id::text, 2))::bit(8)::int % 60 end
   where p.company_id = $1 and p.rev ~ '^srv-p-'`,
];

/** One rate in five months, for all but one currency; most documents have what it makes of them, one in ten has none, one in ten a rate of its own. */
const RANDOM_EXCHANGE_SQL = [
  `insert into private.exchange_rates (day, source, rates)
   select d::date, 'ecb', jsonb_build_object('GBP', round(0.85 + n * 0.0037, 5)::text, 'JPY', round(161.3 - n * 1.7, 2)::text, 'KWD', round(0.3331 + n * 0.0011, 4)::text,
     'USD', round(1.08 + n * 0.003, 4)::text)
   from generate_series(date '2023-01-02', date '2026-04-01', '23 days') with ordinality as s (d, n) where $1::uuid is not null on conflict (day) do nothing`,
  `update public.expenses e set exchange = private.exchange_of(e.company_id, case when right(e.id::text, 1) = '7' and e.currency <> 'EUR'
     then '{"source": "manual", "currency": "EUR", "rate": "0.123456789012", "day": "2025-01-01"}'::jsonb end, e.amount, e.currency, e.expense_date)
   where e.company_id = $1 and e.rev ~ '^srv-random-' and e.status in ('approved', 'reimbursed') and right(e.id::text, 1) <> '5'`,
  `update public.invoices i set exchange = private.exchange_of(i.company_id, null, i.gross_total, i.currency, i.tax_point)
   where i.company_id = $1 and i.number ~ '^R-' and right(i.number, 1) <> '5'`,
  `update public.invoices c set exchange = (select private.turned_exchange(i.exchange) from public.invoices i where i.id = c.cancels_id) where c.company_id = $1 and c.number ~ '^RC-'`,
  `select private.random_payment_rates($1)`,
];
const RANDOM_PAYMENT_RATES_SQL = `
create function private.random_payment_rates(p_company uuid) returns void language plpgsql as $$
declare
  p public.payments;
  v_exchange jsonb;
begin
  for p in select * from public.payments x where x.company_id = p_company and x.rev ~ '^srv-p-' and right(x.rev, 3) <> '5-0' order by x.payment_date, x.id loop
    v_exchange := private.exchange_of(p.company_id, null, p.amount, p.currency, p.payment_date);
    update public.payments x set exchange = v_exchange
      || jsonb_build_object('document_amount', private.document_amount(p.invoice_id, p.id, p.amount, v_exchange ->> 'currency')) where x.id = p.id;
  end loop;
end $$`;

/**
 * The documents once in their own currency and, where they have a rate, again in that of the books: `rate` is 1 in their own, `own` that currency.
 * What SQL adds up of these by currency is what a report in it says.
 */
const SIDES_SQL = `
create schema sides;
create table sides.invoices as
select i.id, i.company_id, i.number, i.document_type, i.status, i.customer_id, i.cancelled_by_id, i.issue_date, i.due_date, i.service_from, i.service_to, i.tax_mode,
  i.currency, i.net_total, i.tax_total, i.gross_total, i.tax_breakdown, i.currency as own, 1::numeric as rate
from public.invoices i
union all
select i.id, i.company_id, i.number, i.document_type, i.status, i.customer_id, i.cancelled_by_id, i.issue_date, i.due_date, i.service_from, i.service_to, i.tax_mode,
  i.exchange ->> 'currency', (i.exchange ->> 'amount')::numeric - t.tax, t.tax, (i.exchange ->> 'amount')::numeric, t.parts, i.currency, (i.exchange ->> 'rate')::numeric
from public.invoices i
cross join lateral (select private.converted_parts(i.tax_breakdown, i.currency, i.exchange) as parts) c
cross join lateral (select c.parts, (select coalesce(sum((e ->> 'tax')::numeric), 0) from jsonb_array_elements(c.parts) e) as tax) t
where i.exchange is not null;
create table sides.invoice_items as
select l.invoice_id, l.product_id, i.currency, private.line_net(l.quantity, l.unit_price, l.discount_percent, private.currency_exponent(i.currency)) as net
from public.invoice_items l join public.invoices i on i.id = l.invoice_id
union all
select i.id, (e.part ->> 'product_id')::uuid, i.currency, (e.part ->> 'net')::numeric
from sides.invoices i join public.invoices o on o.id = i.id and o.exchange is not null and i.own <> i.currency
cross join lateral (
  select coalesce(jsonb_agg(jsonb_build_object('product_id', l.product_id, 'tax', 0,
    'net', private.line_net(l.quantity, l.unit_price, l.discount_percent, private.currency_exponent(i.own))) order by l.position, l.id), '[]') as parts
  from public.invoice_items l where l.invoice_id = i.id) l
cross join lateral jsonb_array_elements(private.converted_parts(l.parts, i.own, o.exchange || jsonb_build_object('amount', i.net_total))) e (part);
create table sides.payments as
select p.id, p.company_id, p.invoice_id, p.payment_date, p.currency, p.amount, p.tax_shares from public.payments p
union all
select p.id, p.company_id, p.invoice_id, p.payment_date, p.exchange ->> 'currency', (p.exchange ->> 'amount')::numeric, (
  select coalesce(jsonb_agg(s.share || jsonb_build_object(
    'net', private.converted((s.share ->> 'net')::numeric, p.currency, (p.exchange ->> 'rate')::numeric, p.exchange ->> 'currency'),
    'tax', private.converted((s.share ->> 'tax')::numeric, p.currency, (p.exchange ->> 'rate')::numeric, p.exchange ->> 'currency'))), '[]')
  from jsonb_array_elements(p.tax_shares) s (share))
from public.payments p where p.exchange is not null;
create table sides.expenses as
select e.id, e.company_id, e.status, e.created_by, e.category_id, e.vendor_id, e.is_reimbursable, e.expense_date, e.paid_on, e.currency, e.amount, e.tax_rate, e.tax_amount, e.tax_lines
from public.expenses e
union all
select e.id, e.company_id, e.status, e.created_by, e.category_id, e.vendor_id, e.is_reimbursable, e.expense_date, e.paid_on, e.exchange ->> 'currency',
  (e.exchange ->> 'amount')::numeric, e.tax_rate, (select coalesce(sum((t ->> 'tax')::numeric), 0) from jsonb_array_elements(c.parts) t),
  case when e.tax_lines = '[]' then '[]' else c.parts end
from public.expenses e
cross join lateral (select private.converted_parts(case when e.tax_lines <> '[]' then e.tax_lines else jsonb_build_array(jsonb_build_object(
  'net', e.amount - e.tax_amount, 'tax', e.tax_amount)) end, e.currency, e.exchange) as parts) c
where e.exchange is not null;
analyze`;

export const SPAN = monthsOf({ from: '2023-01', to: '2026-12' });
type Row = Record<string, unknown>;

/** What a device adds up of these documents. */
export function booksOf(documents: Map<string, Row[]>): Books {
  const sums = <T>(collection: string, cells: (record: T) => Cell[]) => {
    const open: OpenSums = new Map();
    for (const document of documents.get(collection) ?? []) addCells(open, cells(document as T));
    return open;
  };
  return {
    invoices: sums<Invoice>('invoices', invoiceCells),
    payments: sums<Payment>('payments', paymentCells),
    expenses: sums<Expense>('expenses', expenseCells),
  };
}

const closedAre = (is: boolean): string => `set session_replication_role = replica;
  update public.periods set is_closed = ${is} where id in (select id from public.once_closed);
  reset session_replication_role`;

export type BooksOfDemo = {
  /** The books of a company and every currency in them, over all months. */
  each(company: string): { readonly its: Books; readonly scopes: Scope[] };
  /** Where the company is. */
  countryOf(company: string): Promise<string>;
  /** The documents that a device has of a company. */
  documentsOf<T>(company: string, collection: string): T[];
  /** Rows of SQL with every amount as minor units; `$1` is the company. */
  sql(text: string, company: string): Promise<Row[]>;
  close(): Promise<void>;
};

/** The demo's companies and some random documents, as the server has them and as a device adds them up; with `days` some count on others than their own, with `rates` those in other currencies in that of the books, too. */
export async function openBooksOfDemo({ days = false, rates = false }: { days?: boolean; rates?: boolean } = {}): Promise<BooksOfDemo> {
  const db = await openTestDatabase(oneEngine());
  await seedDemo(db, { now: new Date('2026-03-31T22:30:00Z') });
  for (const table of ['expenses', 'invoices', 'payments'])
    await db.exec(`alter table public.${table} disable trigger user; alter table public.${table} enable trigger zz_log_change`);
  // When VAT counts is decided with the record.
  await db.exec('alter table public.invoices enable trigger set_tax_point; alter table public.payments enable trigger share_tax');
  const texts = [RANDOM_SQL, RANDOM_TABLES_SQL, RANDOM_INVOICES_SQL, RANDOM_PAYMENTS_SQL, BALANCES_SQL];
  // They were issued before their months were closed: what comes later counts on the day that it comes.
  await db.exec(`create table public.once_closed as select id from public.periods where is_closed; ${closedAre(false)}`);
  for (const text of texts) await db.query(text, [NORDLICHT.id]);
  await db.exec(`${closedAre(true)}; drop table public.once_closed`);
  for (const text of days ? RANDOM_DAYS_SQL : []) await db.query(text, [NORDLICHT.id]);
  if (rates) await db.exec(RANDOM_PAYMENT_RATES_SQL);
  for (const text of rates ? RANDOM_EXCHANGE_SQL : []) await db.query(text, [NORDLICHT.id]);
  if (rates) await db.exec(SIDES_SQL);
  const documents = new Map<string, Map<string, Row[]>>();
  for (const { id } of DEMO_COMPANIES) documents.set(id, await pulledDocuments(db, id, DEMO_PEOPLE.demo.id));
  const books = new Map([...documents].map(([id, its]) => [id, booksOf(its)]));
  return {
    each(company) {
      const its = books.get(company);
      if (!its) throw new Error('no books');
      return { its, scopes: currenciesOf(its).map((currency) => ({ currency, months: SPAN })) };
    },
    async countryOf(company) {
      const { rows } = await db.query('select private.own_country($1) as country', [company]);
      return String(rows[0]?.['country']);
    },
    documentsOf: <T>(company: string, collection: string) => (documents.get(company)?.get(collection) ?? []) as T[],
    async sql(text, company) {
      const { rows } = await db.query(text, [company]);
      return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, inMinor(name, value, row)])));
    },
    close: () => db.close(),
  };
}

const inMinor = (name: string, value: unknown, row: Row): unknown =>
  /gross|net|tax_sum|share_sum|amount|owed/.test(name) ? toMinor(Number(value), String(row['currency'])) : value;
