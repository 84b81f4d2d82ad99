import type { Database } from '#local/db/port.ts';
import { LAST_OF_0_4 } from './releases.ts';

export const COMPANY = '10000000-0000-4000-8000-000000000001';
export const PERSON = '20000000-0000-4000-8000-000000000001';

/** Books as the version with this last migration kept them; of several in one database each has a place of its own. */
export async function fillOldBooks(db: Database, last: string, place = 1): Promise<void> {
  const [company, person] = [COMPANY, PERSON].map((id) => id.replace(/0001$/, String(place).padStart(4, '0')));
  await db.query(`insert into auth.users (id, email, encrypted_password, email_confirmed_at) values ($1, $2, 'x', now())`, [
    person,
    `owner-${place}@old.example`,
  ]);
  await db.query(`insert into public.companies (id, company_id, name) values ($1, $1, 'Old Books')`, [company]);
  await db.query(`insert into public.company_users (company_id, user_id, is_owner) values ($1, $2, true)`, [company, person]);
  await db.query(`insert into public.vendors (company_id, name) select $1, 'Vendor ' || n from generate_series(1, 20) n`, [company]);
  await db.query(
    `insert into public.expenses (company_id, created_by, amount, expense_date) select $1, $2, n, date '2025-01-01' + n from generate_series(1, 20) n`,
    [company, person],
  );
  // What no app wrote and no app could read, sent through the API; from 0.4 on it is refused.
  const changes = last < LAST_OF_0_4 ? '{"amount": 5}' : '{}';
  await db.query(`insert into public.activity_log (company_id, type, changes) values ($1, 'note', $2)`, [company, changes]);
  if (last >= LAST_OF_0_4) return;
  await db.query(
    `update public.companies set settings = jsonb_set(jsonb_set(jsonb_set(jsonb_set(settings, '{invoice_defaults,payment_terms}', '5'),
       '{tax,small_business}', '["yes"]'), '{company_details,branding,accent_color}', '"red"'), '{invoice_defaults,items,currency_position}', '"left"') where id = $1`,
    [company],
  );
}
const MENDED = `select settings #> '{invoice_defaults,payment_terms}' as terms, settings #> '{tax,small_business}' as small,
  settings #> '{company_details,branding,accent_color}' as color, settings #> '{invoice_defaults,items,currency_position}' as position,
  settings #> '{tax,tax_number}' as kept, (select l.changes from public.activity_log l where l.company_id = c.id and l.type = 'note') as changes from public.companies c`;
/** What became of each company's settings and note: {@link MENDED} in all of them. */
export const mended = async (db: Database) => (await db.query(MENDED)).rows;
export const DEFAULTS = { terms: 'Pay within 14 days', small: false, color: '#2563eb', position: 'suffix', kept: '', changes: {} };

const BOOKS = `select (select count(*)::int from public.vendors) as vendors, (select sum(amount)::text from public.expenses) as spent,
  (select array_agg(number order by number) from public.expenses) as numbers,
  (select array_agg(v.rev order by v.id) from public.vendors v) as revs,
  (select jsonb_object_agg(c.collection, c.seq) from (select collection, max(seq) as seq from private.change_log where collection in ('vendors', 'expenses') group by 1) c) as log`;
/** What an update must not touch. */
export const oldBooks = async (db: Database) => (await db.query(BOOKS)).rows[0];
/** The migrations that a database has noted. */
export const versions = async (db: Database): Promise<string[]> => {
  const { rows } = await db.query('select version from supabase_migrations.schema_migrations order by version');
  return rows.map(({ version }) => String(version));
};
