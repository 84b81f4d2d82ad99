import type { Database } from '#local/db/port.ts';
import { NORDLICHT } from './demo-nordlicht.ts';
import { DEMO_PEOPLE } from './demo-people.ts';

/** A UUIDv7 of `at` whose end tells the table and the place. */
const id = (at: string, table: string, place: string): string =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex((${place})::int % 4096), 3, '0') || '8${table}' || lpad(to_hex(${place}), 14, '0'))::uuid`;
const FOUNDED = "(timestamptz '2020-01-01')";
const customerId = (place: string): string => id(FOUNDED, 'c', place);
const productId = (place: string): string => id(FOUNDED, 'd', place);

const CUSTOMERS_SQL = `
insert into public.customers (id, company_id, name, contact_name, email, street, house_number, postal_code, city, country, language, currency, created_at, updated_at, rev)
select ${customerId('i')}, $1, (array['Müller', 'Schröder', 'Łódź Trading', 'Café Größenwahn', 'Østergaard', 'Weiß & Söhne'])[1 + i % 6] || ' ' || i,
  'Kim Beispiel ' || i, 'kunde' || i || '@stress.example', 'Hafenstraße', i::text, lpad((10000 + i % 80000)::text, 5, '0'),
  (array['Hamburg', 'Leipzig', 'Köln', 'München'])[1 + i % 4], 'DE', 'de', 'EUR', ${FOUNDED}, ${FOUNDED}, 'srv-stress-c' || i
from generate_series(1, $2::int) i`;

const PRODUCTS_SQL = `
insert into public.invoice_products (id, company_id, name, description, unit, unit_price, tax_rate, currency, created_at, updated_at, rev)
select ${productId('i')}, $1, (array['Beratung', 'Wartung', 'Gestaltung', 'Schulung', 'Hosting'])[1 + i % 5] || ' ' || i, 'Position für Lasttests',
  (array['h', 'piece', 'day', 'flat', 'month'])[1 + i % 5], round((10 + (i::bigint * 7919) % 40000 / 100.0)::numeric, 2),
  case when i % 5 = 0 then 7 else 19 end, 'EUR', ${FOUNDED}, ${FOUNDED}, 'srv-stress-p' || i
from generate_series(1, $2::int) i`;

/** Spread over 1,400 days like the expenses. Every 200th is a draft. */
const INVOICE_OF = `
cross join lateral (select $2::timestamptz - make_interval(mins => (i::bigint * 2016000 / $3)::int) as at) d
cross join lateral (select ${id('d.at', 'a', 'i')} as id, i % 200 = 3 as is_draft) v`;

/** One to four lines; their foreign key looks at commit, so that the invoices below are written with their totals at once. */
const ITEMS_SQL = `
insert into public.invoice_items (id, company_id, invoice_id, position, product_id, description, unit, quantity, unit_price, discount_percent, tax_rate)
select ${id('d.at', 'b', 'i * 8 + k')}, $1, v.id, k, p.id, p.name, p.unit, 1 + (i + k) % 8, p.unit_price, case when k = 1 and i % 10 = 0 then 5 else 0 end, p.tax_rate
from generate_series(1, $3::int) i
${INVOICE_OF}
cross join lateral generate_series(1, 1 + i % 4) k
join public.invoice_products p on p.id = ${productId('1 + (i * 3 + k) % $4::int')}`;

/** Of 100 issued invoices about 4 are unpaid, 4 partly paid, 1 is overpaid; the newest twentieth waits for its money. */
const PAID = `case when i.place <= $3::int / 20 or i.place % 25 = 0 then 0 when i.place % 25 = 1 then round(s.gross / 2, 2)
  when i.place % 100 = 2 then s.gross + 10 else s.gross end`;

const INVOICES_SQL = `
insert into public.invoices (id, company_id, number, customer_id, status, delivery, sent_at, issue_date, due_date, due_days, service_from, currency, language,
  tax_mode, seller, buyer, net_total, tax_total, gross_total, tax_breakdown, paid_total, payment_status, created_by, created_at, updated_at, rev)
select i.id, $1, case when i.is_draft then null else 'STRESS-' || lpad(i.place::text, 6, '0') end, c.id,
  case when i.is_draft then 'draft' else 'issued' end, case when i.is_draft then 'not_sent' else 'sent' end, case when i.is_draft then null else i.at end,
  case when i.is_draft then null else i.day end, case when i.is_draft then null else i.day + 14 end, 14, i.day, 'EUR', 'de', 'standard',
  case when i.is_draft then null else seller.snapshot end,
  case when i.is_draft then null else jsonb_build_object('name', c.name, 'contact_name', c.contact_name, 'street', c.street, 'house_number', c.house_number,
    'postal_code', c.postal_code, 'city', c.city, 'country', c.country, 'email', c.email, 'vat_id', '', 'buyer_reference', '') end,
  s.net, s.tax, s.gross, s.breakdown, case when i.is_draft then 0 else paid.amount end,
  case when i.is_draft then 'unpaid' else private.payment_state(s.gross, paid.amount) end, $5, i.at, i.at, 'srv-stress-i' || i.place
from (select i as place, d.at, (d.at at time zone 'UTC')::date as day, v.id, v.is_draft from generate_series(1, $3::int) i ${INVOICE_OF}) i
join (
  select r.invoice_id, sum(r.net) as net, sum(r.tax) as tax, sum(r.net) + sum(r.tax) as gross,
    jsonb_agg(jsonb_build_object('tax_rate', trim_scale(r.rate), 'tax_category', case when r.rate > 0 then 'S' end, 'net', trim_scale(r.net), 'tax', trim_scale(r.tax)) order by r.rate desc) as breakdown
  from (
    select t.invoice_id, t.tax_rate as rate, sum(private.line_net(t.quantity, t.unit_price, t.discount_percent, 2)) as net,
      round(sum(private.line_net(t.quantity, t.unit_price, t.discount_percent, 2)) * t.tax_rate * 0.01, 2) as tax
    from public.invoice_items t where t.company_id = $1 group by t.invoice_id, t.tax_rate) r
  group by r.invoice_id) s on s.invoice_id = i.id
join public.customers c on c.id = ${customerId('1 + i.place % $4::int')}
cross join lateral (select ${PAID} as amount) paid
cross join (select seller as snapshot from public.invoices where company_id = $1 and seller is not null order by id limit 1) seller`;

const PAYMENTS_SQL = `
insert into public.payments (id, company_id, invoice_id, amount, currency, payment_date, method, created_by, created_at, updated_at, rev)
select ${id('p.at', 'e', 'p.place')}, $1, p.invoice_id, p.amount, 'EUR', p.day, 'bank_transfer', $2, p.at, p.at, 'srv-stress-m' || p.place
from (
  select i.id as invoice_id, i.paid_total as amount, least(i.issue_date + 10, $3::date) as day, least(i.created_at + interval '10 days', $3::timestamptz) as at,
    substr(i.number, 8)::int as place
  from public.invoices i where i.company_id = $1 and i.rev like 'srv-stress-%' and i.paid_total <> 0) p`;

/** The change log as the triggers would have left it, parents first. */
const LOG_SQL = `
with records as (
  select 'customers' as collection, id, 1 as place from public.customers where company_id = $1 and rev like 'srv-stress-%'
  union all select 'invoice_products', id, 2 from public.invoice_products where company_id = $1 and rev like 'srv-stress-%'
  union all select 'invoices', id, 3 from public.invoices where company_id = $1 and rev like 'srv-stress-%'
  union all select 'payments', id, 4 from public.payments where company_id = $1 and rev like 'srv-stress-%'),
clock as (
  insert into private.company_clocks as clock (company_id, seq) select $1, count(*) from records
    on conflict (company_id) do update set seq = clock.seq + excluded.seq returning seq - (select count(*) from records) as start)
insert into private.change_log (company_id, collection, row_id, seq, deleted)
select $1, r.collection, r.id, clock.start + row_number() over (order by r.place, r.id), false from records r, clock`;

const TABLES = ['customers', 'invoice_products', 'invoices', 'invoice_items', 'payments'];

/** How many records `seedStressInvoices` makes beside `n` invoices; their lines are 2.5 each on average. */
export const stressPartners = (n: number) => ({ customers: Math.max(10, Math.ceil(n / 50)), products: Math.max(10, Math.ceil(n / 100)) });

/** Adds `n` invoices with lines, payments, customers and products to the demo's first company. The demo must be there. */
export async function seedStressInvoices(db: Database, n: number, { now }: { readonly now: Date }): Promise<void> {
  const { customers, products } = stressPartners(n);
  const [company, author, today] = [NORDLICHT.id, DEMO_PEOPLE.demo.id, now.toISOString()];
  await db.transaction(async (query) => {
    for (const table of TABLES) await query(`alter table public.${table} disable trigger user`);
    await query(CUSTOMERS_SQL, [company, customers]);
    await query(PRODUCTS_SQL, [company, products]);
    await query(ITEMS_SQL, [company, today, n, products]);
    await query(INVOICES_SQL, [company, today, n, customers, author]);
    await query(PAYMENTS_SQL, [company, author, today]);
    await query(LOG_SQL, [company]);
    await query('set constraints all immediate');
    for (const table of TABLES) await query(`alter table public.${table} enable trigger user`);
    await query('select private.carry_over_ledger()');
  });
  await db.exec('analyze');
}
