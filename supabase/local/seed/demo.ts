import { PRESETS } from '#domain/access/presets.ts';
import { hashPassword } from '#local/auth/passwords.ts';
import type { Database, Query } from '#local/db/port.ts';
import { DEMO_COMPANIES } from './demo-companies.ts';
import type { DemoCompany } from './demo-company.ts';
import { demoInvoices } from './demo-invoices.ts';
import { demoExpenses, type DemoExpense } from './demo-expenses.ts';
import { demoRecurring } from './demo-recurring.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoPerson } from './demo-people.ts';
import { seededRandom, type SeededRandom } from './seeded-random.ts';

const FOUNDED_DAYS_AGO = 430;

const seedOf = ({ id }: DemoCompany, part: number): number => Number.parseInt(id.slice(-4), 16) * 100 + part;

async function insertPeople(query: Query, passwordHash: string, at: string): Promise<void> {
  for (const { id, email, name } of Object.values(DEMO_PEOPLE)) {
    const verified = { sub: id, email, email_verified: true, phone_verified: false };
    await query(
      `insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
       values ($1, $2, $3, $4, '{"provider": "email", "providers": ["email"]}', $5, $4, $4)`,
      [id, email, passwordHash, at, JSON.stringify({ ...verified, display_name: name })],
    );
    await query(
      `insert into auth.identities (provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
       values ('email', $1::text, $1::uuid, $2, $3, $3, $3)`,
      [id, JSON.stringify(verified), at],
    );
  }
}

async function insertMembers(query: Query, company: DemoCompany, at: string): Promise<void> {
  for (const [person, role] of Object.entries(company.members)) {
    const preset = PRESETS[typeof role === 'string' ? role : role.keysOf];
    const keys = [...preset.keys, ...(typeof role === 'string' ? [] : role.extra)];
    const userId = DEMO_PEOPLE[person as DemoPerson].id;
    await query('insert into public.company_users (company_id, user_id, is_owner, is_admin, created_at) values ($1, $2, $3, $4, $5)', [
      company.id,
      userId,
      preset.isOwner,
      preset.isAdmin,
      at,
    ]);
    await query('insert into public.company_user_permissions (company_id, user_id, permission_key) select $1, $2, unnest($3::text[])', [
      company.id,
      userId,
      keys,
    ]);
  }
}

/** Rows as one JSON text: one statement per table, whatever the number of rows. */
async function insertRows(query: Query, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  if (columns === '') return;
  await query(`insert into public.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::public.${table}, $1)`, [
    JSON.stringify(rows),
  ]);
}

function postalCode(country: string, places: SeededRandom): string {
  if (country === 'GB') return `BS${Math.ceil(places.between(0, 9))} 4XY`;
  return String(Math.floor(country === 'DK' ? places.between(1_000, 9_900) : places.between(10_000, 99_000)));
}

async function insertPartners(query: Query, company: DemoCompany, random: SeededRandom, at: Date): Promise<Map<string, string>> {
  const common = { company_id: company.id, created_at: at.toISOString(), country: company.country };
  const vendors = company.vendors.map(([name, city, email = '']) => ({ id: random.uuid(at), name, city, email, ...common }));
  // Addresses have a source of their own, so that a new one leaves the rest of the demo as it is.
  const places = seededRandom(seedOf(company, 1));
  const customers = company.customers.map(([name, city, contact_name, more]) => ({
    id: random.uuid(at),
    name,
    city,
    contact_name,
    language: company.country === 'GB' ? 'en' : 'de',
    currency: company.currency,
    street: places.pick(company.streets),
    house_number: String(Math.ceil(places.between(0, 90))),
    postal_code: postalCode(more?.country ?? company.country, places),
    vat_id: '',
    ...common,
    ...more,
  }));
  const products = company.products.map(([name, unit, unit_price, tax_rate]) => ({
    id: places.uuid(at),
    company_id: company.id,
    created_at: at.toISOString(),
    name,
    unit,
    unit_price,
    tax_rate,
    currency: company.currency,
  }));
  await insertRows(query, 'vendors', vendors);
  await insertRows(query, 'customers', customers);
  await insertRows(query, 'invoice_products', products);
  return new Map([...vendors, ...products, ...customers].map(({ name, id }) => [name, id]));
}

/** The history that the triggers would have written, had the demo been lived through. */
async function insertHistory(query: Query, companyId: string): Promise<void> {
  await query(
    `insert into public.activity_log (company_id, actor_id, type, entity_type, entity_id, entity_label, changes, created_at)
     select company_id, created_by, 'created', 'expenses', id, number, '{}'::jsonb, created_at from public.expenses where company_id = $1
     union all
     select company_id, decided_by, status, 'expenses', id, number,
       jsonb_build_object('status', jsonb_build_array('pending', status)), greatest(decided_at, created_at)
     from public.expenses where company_id = $1 and decided_at is not null
     union all
     select company_id, created_by, 'created', 'invoices', id, '', '{}'::jsonb, created_at from public.invoices where company_id = $1
     union all
     select company_id, created_by, 'issued', 'invoices', id, number, '{"status": ["draft", "issued"]}'::jsonb, created_at
     from public.invoices where company_id = $1 and number is not null
     union all
     select p.company_id, p.created_by, 'created', 'payments', p.id, i.number, '{}'::jsonb, p.created_at
     from public.payments p join public.invoices i on i.id = p.invoice_id where p.company_id = $1
     order by created_at`,
    [companyId],
  );
}

async function insertExpenses(
  query: Query,
  company: DemoCompany,
  ids: ReadonlyMap<string, string>,
  expenses: readonly DemoExpense[],
): Promise<void> {
  const { rows } = await query('select name, id from public.expense_categories where company_id = $1', [company.id]);
  const categories = new Map(rows.map(({ name, id }) => [name, id]));
  const records = expenses.map(({ vendor, category, customer, ...expense }) => ({
    ...expense,
    company_id: company.id,
    vendor_id: ids.get(vendor) ?? null,
    category_id: categories.get(category) ?? null,
    customer_id: customer === null ? null : (ids.get(customer) ?? null),
  }));
  await insertRows(query, 'expenses', records);
}

/** Series of expenses own what they would have generated; their first insert then knows how far they are. */
async function insertRecurring(query: Query, company: DemoCompany, ids: ReadonlyMap<string, string>, now: Date): Promise<void> {
  const { rows } = await query('select name, id from public.expense_categories where company_id = $1', [company.id]);
  const categories = new Map(rows.map(({ name, id }) => [String(name), String(id)]));
  const { invoices, items, expenses } = demoRecurring({ company, ids, categories, now, random: seededRandom(seedOf(company, 3)) });
  for (const { id, vendor_id, description, amount } of expenses)
    await query(
      `update public.expenses set recurring_expense_id = $2, recurring_period = expense_date
       where company_id = $1 and vendor_id = $3 and description = $4 and amount = $5`,
      [company.id, id, vendor_id, description, amount],
    );
  await insertRows(query, 'recurring_invoices', invoices);
  await insertRows(query, 'recurring_invoice_items', items);
  await insertRows(query, 'recurring_expenses', expenses);
}

async function insertCompany(query: Query, company: DemoCompany, now: Date, random: SeededRandom): Promise<void> {
  const founded = new Date(now.getTime() - FOUNDED_DAYS_AGO * 86_400_000);
  await query('insert into public.companies (id, name, settings, created_at) values ($1, $2, $3, $4)', [
    company.id,
    company.name,
    JSON.stringify(company.settings),
    founded.toISOString(),
  ]);
  await insertMembers(query, company, founded.toISOString());
  await query('select private.add_default_categories($1, $2)', [company.id, company.country]);
  const ids = await insertPartners(query, company, random, founded);
  await insertExpenses(query, company, ids, demoExpenses(company, now, random));
  const { invoices, items, payments } = demoInvoices({ company, ids, now, random: seededRandom(seedOf(company, 2)) });
  await insertRows(query, 'invoices', invoices);
  await insertRows(query, 'invoice_items', items);
  await insertRows(query, 'payments', payments);
  await insertRecurring(query, company, ids, now);
  await insertHistory(query, company.id);
}

/** Fills an empty database with three companies and their people (DESIGN §9), as of `now`. Does nothing when the demo is there already. */
export async function seedDemo(db: Database, { now }: { readonly now: Date }): Promise<void> {
  const { rows } = await db.query('select 1 from auth.users where id = $1', [DEMO_PEOPLE.demo.id]);
  if (rows.length > 0) return;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await db.transaction(async (query) => {
    // The history is written with its own dates below.
    await query("select set_config('kontor.is_seeding', 'on', true)");
    // Nobody is connected yet: copies for live subscribers would only cost half a second.
    await query("select set_config('realtime.capture', 'off', true)");
    await insertPeople(query, passwordHash, now.toISOString());
    for (const [i, company] of DEMO_COMPANIES.entries()) await insertCompany(query, company, now, seededRandom(20_260_101 + i));
  });
  await db.exec('analyze');
}
