import { PRESETS } from '#domain/access/presets.ts';
import { addDays, addMonths, dayOf } from '#domain/dates/calendar.ts';
import { calendarDay } from '#platform/clock/clock.ts';
import { hashPassword } from '#local/auth/passwords.ts';
import type { Database, Query } from '#local/db/port.ts';
import { demoMonths, lastLeapDay } from './demo-calendar.ts';
import { DEMO_COMPANIES } from './demo-companies.ts';
import type { DemoCompany } from './demo-company.ts';
import { demoExpenses } from './demo-expenses.ts';
import { insertHistory } from './demo-history.ts';
import { demoInvoices } from './demo-invoices.ts';
import { insertCategories, insertPartners } from './demo-partners.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoPerson } from './demo-people.ts';
import { demoRates } from './demo-rates.ts';
import { insertReceipts, type ReceiptKeeper } from './demo-receipts.ts';
import { demoRecurring } from './demo-recurring.ts';
import { insertRows } from './insert-rows.ts';
import { seededRandom } from './seeded-random.ts';

/** Triggers whose work the seed brings along: row by row they take as long as all the rest. `seed.test.ts` proves that nothing is missing. */
const OWN_WORK = [
  ['invoice_items', 'user'],
  ['payments', 'settle_invoices'],
  ['activity_log', 'user'],
] as const;

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

/** What one company is made with: its sources of chance are apart, so that more of one thing leaves the others as they are. */
type Setting = {
  readonly query: Query;
  readonly company: DemoCompany;
  readonly now: Date;
  /** Ids by name: of vendors, customers, products and series. */
  readonly ids: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
};

async function insertExpenses({ query, company, now, ids, categories }: Setting, receipts: ReceiptKeeper | null): Promise<void> {
  const expenses = demoExpenses(company, now, seededRandom(seedOf(company, 1)));
  const records = expenses.map(
    ({ vendor, category, customer, series, receipt: _receipt, isConfidential: _isConfidential, ...expense }) => ({
      ...expense,
      company_id: company.id,
      vendor_id: ids.get(vendor) ?? null,
      category_id: categories.get(category) ?? null,
      customer_id: customer === null ? null : (ids.get(customer) ?? null),
      recurring_expense_id: series === null ? null : ids.get(series),
    }),
  );
  await insertRows(query, 'expenses', records);
  await query(
    `insert into private.number_counters (company_id, kind, year, last)
     select company_id, 'expenses', split_part(number, '-', 2)::int, count(*) from public.expenses where company_id = $1 group by 1, 3`,
    [company.id],
  );
  if (receipts) await insertReceipts(query, company, expenses, receipts);
}

async function insertInvoices({ query, company, now, ids }: Setting): Promise<void> {
  const { invoices, items, payments } = demoInvoices({ company, ids, now, random: seededRandom(seedOf(company, 2)) });
  // Lines first, as devices write a document: an invoice adds them up when it comes.
  await insertRows(query, 'invoice_items', items);
  await insertRows(query, 'invoices', invoices);
  await insertRows(query, 'payments', payments);
}

/** What was handed over of the newest invoice. */
async function insertDeliveryNotes({ query, company, now }: Setting): Promise<void> {
  await query(
    `insert into public.delivery_notes (id, company_id, invoice_id, customer_id, delivery_date, delivered_on, language, currency, items, created_by, created_at)
     select $2, i.company_id, i.id, i.customer_id, i.issue_date, i.issue_date, i.language, i.currency,
       (select jsonb_agg(jsonb_build_object('id', t.id, 'position', t.position, 'description', t.description, 'unit', t.unit, 'quantity', trim_scale(t.quantity),
          'unit_price', trim_scale(t.unit_price), 'discount_percent', trim_scale(t.discount_percent)) order by t.position, t.id)
        from public.invoice_items t where t.company_id = i.company_id and t.invoice_id = i.id), i.created_by, i.created_at
     from public.invoices i where i.company_id = $1 and i.status = 'issued' and i.document_type = 'invoice' order by i.issue_date desc, i.id desc limit 1`,
    [company.id, seededRandom(seedOf(company, 5)).uuid(now)],
  );
}

/** After what they have generated: their first insert looks how far they are. */
async function insertSeries({ query, ...setting }: Setting): Promise<void> {
  const { invoices, items, expenses } = demoRecurring({ ...setting, random: seededRandom(seedOf(setting.company, 3)) });
  await insertRows(query, 'recurring_invoices', invoices);
  await insertRows(query, 'recurring_invoice_items', items);
  await insertRows(query, 'recurring_expenses', expenses);
}

/** The demo's first months were reported long ago. */
async function closeFirstMonths({ query, company, now }: Setting): Promise<void> {
  const random = seededRandom(seedOf(company, 4));
  const periods = demoMonths(calendarDay(now, company.timezone))
    .slice(0, CLOSED_MONTHS)
    .map((month) => {
      const at = new Date(`${addDays(addMonths(month, 1), 9)}T09:00:00Z`);
      return { id: random.uuid(at), company_id: company.id, month, decided_by: DEMO_PEOPLE.demo.id, decided_at: at, created_at: at };
    });
  await insertRows(query, 'periods', periods);
  await query('select private.keep_figures(p, p.decided_at) from public.periods p where p.company_id = $1', [company.id]);
}
const CLOSED_MONTHS = 12;

/** The company came to Kontor before its first record. */
function foundedOn({ timezone }: DemoCompany, now: Date): Date {
  const today = calendarDay(now, timezone);
  const [first = today] = [lastLeapDay(today), ...demoMonths(today)].toSorted();
  return new Date(`${addDays(first, -30)}T08:00:00Z`);
}

async function insertCompany(query: Query, company: DemoCompany, now: Date, receipts: ReceiptKeeper | null): Promise<void> {
  const founded = foundedOn(company, now);
  await query('insert into public.companies (id, name, settings, created_at) values ($1, $2, $3, $4)', [
    company.id,
    company.name,
    JSON.stringify(company.settings),
    founded.toISOString(),
  ]);
  await insertMembers(query, company, founded.toISOString());
  const random = seededRandom(seedOf(company, 0));
  const categories = await insertCategories(query, company);
  const partners = await insertPartners(query, company, random, founded);
  const series = [...company.invoiceSeries, ...company.expenseSeries].map(({ name }) => [name, random.uuid(founded)] as const);
  const setting = { query, company, now, categories, ids: new Map([...partners, ...series]) };
  await insertExpenses(setting, receipts);
  await insertInvoices(setting);
  await insertDeliveryNotes(setting);
  await insertSeries(setting);
  await closeFirstMonths(setting);
  await insertHistory(query, company.id);
}

/** From before the first record to the end of next year: so long the demo has rates without a network. Real ones, once fetched, take their place. */
async function insertRates(query: Query, now: Date): Promise<void> {
  const today = calendarDay(now, 'UTC');
  const { year } = dayOf(today);
  await insertRows(query, 'private.exchange_rates', demoRates(Math.min(year - 3, dayOf(lastLeapDay(today)).year), year + 1));
}

/**
 * Fills an empty database with three companies and their people (DESIGN §9), as of `now`. Does nothing when the demo is there already.
 * Without a store for their bytes the expenses have no receipts.
 */
export async function seedDemo(
  db: Database,
  { now, receipts = null }: { readonly now: Date; readonly receipts?: ReceiptKeeper | null },
): Promise<void> {
  const { rows } = await db.query('select 1 from auth.users where id = $1', [DEMO_PEOPLE.demo.id]);
  if (rows.length > 0) return;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await db.transaction(async (query) => {
    // The history is written with its own dates below.
    await query("select set_config('kontor.is_seeding', 'on', true)");
    // Nobody is connected yet: copies for live subscribers would only cost half a second.
    await query("select set_config('realtime.capture', 'off', true)");
    await insertPeople(query, passwordHash, now.toISOString());
    for (const [table, trigger] of OWN_WORK) await query(`alter table public.${table} disable trigger ${trigger}`);
    await insertRates(query, now);
    for (const company of DEMO_COMPANIES) await insertCompany(query, company, now, receipts);
    await query('set constraints all immediate');
    for (const [table, trigger] of OWN_WORK) await query(`alter table public.${table} enable trigger ${trigger}`);
    await query('select private.carry_over_ledger()');
  });
  await receipts?.keepAll();
  await db.exec('analyze');
}
