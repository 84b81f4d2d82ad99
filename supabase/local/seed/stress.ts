import type { Database } from '#local/db/port.ts';
import { NORDLICHT } from './demo-nordlicht.ts';
import { DEMO_PEOPLE } from './demo-people.ts';

/** Expenses, spread over 1,400 days and the company's vendors and categories; every hundredth waits for a decision. */
const EXPENSES_SQL = `
with vendors as (select array_agg(id order by name) as ids from public.vendors where company_id = $1),
  categories as (select array_agg(id order by sort_order) as ids from public.expense_categories where company_id = $1)
insert into public.expenses (id, company_id, number, created_by, category_id, vendor_id, description, amount, currency, tax_rate, tax_amount,
  expense_date, status, is_reimbursable, payment_method, booked_at, created_at, updated_at, rev)
select
  (lpad(to_hex((extract(epoch from d.at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(i % 4096), 3, '0') || '8' || lpad(to_hex(i), 15, '0'))::uuid,
  $1, 'STRESS-' || i, $2, c.ids[1 + i % cardinality(c.ids)], v.ids[1 + (i / 7) % cardinality(v.ids)],
  (array['Bahnfahrt', 'Papier und Toner', 'Mittagessen', 'Lizenz', 'Taxi', 'Übernachtung'])[1 + i % 6] || ' ' || i,
  round((5 + (i::bigint * 7919) % 50000 / 100.0)::numeric, 2), 'EUR', 19, round(((5 + (i::bigint * 7919) % 50000 / 100.0) * 19 / 119)::numeric, 2),
  (d.at at time zone 'UTC')::date, case when i % 100 = 0 then 'pending' when i % 3 = 0 then 'reimbursed' else 'approved' end,
  i % 3 = 0, 'card', case when i % 100 <> 0 then d.at end, d.at, d.at, 'srv-stress-' || i
from generate_series(1, $3::int) i
cross join lateral (select $4::timestamptz - make_interval(mins => (i::bigint * 2016000 / $3)::int) as at) d
cross join vendors v cross join categories c`;

/** The change log as the triggers would have left it, in one statement instead of one row at a time. */
const LOG_SQL = `
with clock as (
  insert into private.company_clocks as clock (company_id, seq) values ($1, $2)
    on conflict (company_id) do update set seq = clock.seq + $2 returning seq - $2 as start)
insert into private.change_log (company_id, collection, row_id, seq, deleted)
select $1, 'expenses', e.id, clock.start + row_number() over (order by e.expense_date, e.id), false
from public.expenses e, clock where e.company_id = $1 and e.rev like 'srv-stress-%'`;

/** Adds `n` expenses to the demo's first company: for trying the app and the bench at size. The demo must be there. */
export async function seedStress(db: Database, n: number, { now }: { readonly now: Date }): Promise<void> {
  await db.transaction(async (query) => {
    await query('alter table public.expenses disable trigger user');
    await query(EXPENSES_SQL, [NORDLICHT.id, DEMO_PEOPLE.demo.id, n, now.toISOString()]);
    await query('alter table public.expenses enable trigger user');
    await query(LOG_SQL, [NORDLICHT.id, n]);
    await query('select private.carry_over_ledger()');
  });
  await db.exec('analyze');
}
