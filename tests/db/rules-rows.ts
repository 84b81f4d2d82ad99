import { MAY_BE_EMPTY } from './empty-columns.ts';
import { testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { BARE, each } from './asking.ts';
import { type Rule, rule } from './rules.ts';
import type { World } from './world.ts';

type Column = { readonly name: string; readonly type: string; readonly isNullable: boolean; readonly hasDefault: boolean };
/** A table's columns, in their order. */
export async function columnsOf({ query }: World, table: string): Promise<Column[]> {
  const { rows } = await query(
    `select a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as has_default from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  );
  return rows.map(({ name, type, nullable, has_default }) => ({
    name: String(name),
    type: String(type),
    isNullable: nullable === true,
    hasDefault: has_default === true,
  }));
}

/** Any value of a type; whether the table likes it is asked after whether there is one. */
const ANY: Readonly<Record<string, unknown>> = {
  uuid: testId(0x5_00_00),
  boolean: true,
  integer: 1,
  bigint: 1,
  numeric: 1,
  date: '2026-01-31',
  'timestamp with time zone': '2026-01-31T12:00:00Z',
  jsonb: {},
  interval: '1 day',
  'text[]': [],
  'name[]': [],
  'bigint[]': [1],
};

const plain = (table: string) => table.replace(/^\w+\./, '');
const refusal = (world: World, sql: string, params: unknown[]): Promise<string | null> =>
  world.given([BARE, [sql, params]], async () => null).catch((error: { code?: string; message: string }) => error.code ?? error.message);

const empty: Rule[] = [
  rule('every table says which of its columns may be empty', ['catalog'], Object.keys(MAY_BE_EMPTY).toSorted(), async ({ query }) => {
    const { rows } = await query(
      "select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in ('public', 'private')",
    );
    return rows.map(({ name }) => String(name)).toSorted();
  }),
  ...Object.entries(MAY_BE_EMPTY).map(([table, expected]) =>
    rule(
      `${expected.length === 0 ? 'nothing' : expected.join(', ')} of ${table} may be empty, whoever brings the rows`,
      [plain(table)],
      expected.toSorted(),
      async (world) => {
        const columns = await columnsOf(world, table);
        const taken = await each(columns, async ({ name }) => {
          const row = Object.fromEntries(columns.map((column) => [column.name, column.name === name ? null : (ANY[column.type] ?? 'x')]));
          const sql = `insert into ${table} overriding system value select r.* from jsonb_populate_record(null::${table}, $1) r`;
          return (await refusal(world, sql, [JSON.stringify(row)])) === '23502' ? [] : [name];
        });
        return taken.flat().toSorted();
      },
    ),
  ),
];

/** A company that has nothing yet. */
const NEW = testId(0x5_00_01);
/** Values of columns that start with none. */
const GIVEN: Readonly<Record<string, unknown>> = {
  language: 'en',
  series: 'invoices',
  month: '2026-01-01',
  amount: 1,
  code_hash: 'a'.repeat(64),
  collection: 'others',
  company_id: NEW,
  email: 'new@kontor.example',
  id: NEW,
  channel: 'mail',
  endpoint: 'https://push.example/x',
  p256dh: 'a'.repeat(87),
  auth: 'b'.repeat(22),
  kind: 'approved',
  step: 'approved',
  topic: 'own',
  iban: 'DE89370400440532013000',
  keep_for: '30 days',
  key: 'vendors.view',
  mime_type: 'application/pdf',
  name: 'A name',
  number: 1,
  path: `${NEW}/new.pdf`,
  permission_key: 'vendors.view',
  position: 9999,
  purpose: 'test',
  sha256: 'a'.repeat(64),
  state: 'sent',
  type: 'note',
  user_id: personaId('stranger'),
};

const DIRECTORY = { id: 'new', is_active: true, created_at: 'now', updated_at: 'now', rev: 'the server’s' };
const ADDRESS = { email: '', phone: '', street: '', house_number: '', postal_code: '', city: '', country: '', vat_id: '', notes: '' };
const VERSION = { id: 'new', created_at: 'now', updated_at: 'now', rev: 'the server’s' };
const LINE = { id: 'new', position: 0, description: '', unit: '', quantity: 1, unit_price: 0, discount_percent: 0, tax_rate: 0 };
const PRINTED = {
  currency: 'EUR',
  language: 'en',
  due_days: 14,
  reference: '',
  notes: '',
  internal_notes: '',
  payment_terms: '',
  tax_mode: 'standard',
};
const REPEATED = { interval: 'monthly', is_active: true, auto_generate: true, lead_days: 0, generation_error: '', created_by: 'mine' };
const SPENT = { description: '', currency: 'EUR', tax_amount: 0, is_billable: false, is_reimbursable: false, payment_method: '' };

/** What a new row says where nothing was said. */
const STARTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'public.activity_log': { ...VERSION, entity_type: '', actor_id: 'mine', entity_label: '', changes: {}, origin: 'trigger' },
  'public.bank_accounts': { id: 'new', name: '', bic: '', is_default: false },
  // Its id is said: it stands in it twice.
  'public.companies': { created_at: 'now', updated_at: 'now', rev: 'the server’s', settings: {} },
  'public.company_mail_settings': {
    smtp_host: '',
    smtp_port: 465,
    smtp_user: '',
    smtp_secure: true,
    has_password: false,
    sender_name: '',
    sender_email: '',
    reply_to: '',
    templates: {},
    created_at: 'now',
    updated_at: 'now',
  },
  'public.company_user_permissions': { id: 'new' },
  'public.company_users': { ...VERSION, is_owner: false, is_admin: false, display_name: '', email: '' },
  'public.customers': {
    ...DIRECTORY,
    ...ADDRESS,
    contact_name: '',
    buyer_reference: '',
    language: 'en',
    currency: 'EUR',
    payment_terms_days: 14,
  },
  'public.delivery_notes': {
    ...VERSION,
    created_by: 'mine',
    language: 'en',
    currency: 'EUR',
    reference: '',
    notes: '',
    shows_prices: false,
    items: [],
  },
  'public.expense_categories': { ...DIRECTORY, description: '', icon: '', color: '#64748b', sort_order: 0 },
  'public.expenses': {
    ...VERSION,
    ...SPENT,
    is_separate: false,
    status: 'pending',
    rejection_reason: '',
    reversal_reason: '',
    tax_lines: [],
    created_by: 'mine',
  },
  'public.files': { ...VERSION, confidential: false, created_by: 'mine' },
  'public.invites': {
    id: 'new',
    keys: [],
    language: 'en',
    is_admin: false,
    status: 'pending',
    created_at: 'now',
    updated_at: 'now',
    expires_at: 'in a week',
  },
  'public.invoice_items': LINE,
  'public.invoice_products': { ...DIRECTORY, description: '', unit: '', unit_price: 0, tax_rate: 0, currency: 'EUR' },
  'public.invoices': {
    ...VERSION,
    ...PRINTED,
    document_type: 'invoice',
    status: 'draft',
    delivery: 'not_sent',
    net_total: 0,
    tax_total: 0,
    gross_total: 0,
    number_series: 'invoices',
    overruled_warnings: [],
    reason: '',
    corrections: [],
    tax_breakdown: [],
    paid_total: 0,
    payment_status: 'unpaid',
    reminder_level: 0,
    reminder_hold: '',
    created_by: 'mine',
  },
  'public.payments': {
    ...VERSION,
    currency: 'EUR',
    method: 'bank_transfer',
    reference: '',
    notes: '',
    is_separate: false,
    reversal_reason: '',
    tax_shares: [],
    created_by: 'mine',
  },
  'public.periods': { ...VERSION, is_closed: true, reason: '' },
  'public.recurring_expenses': { ...VERSION, ...SPENT, ...REPEATED },
  'public.recurring_invoice_items': LINE,
  'public.recurring_invoices': { ...VERSION, ...PRINTED, ...REPEATED, name: '', generate_as: 'draft' },
  'public.vendors': { ...DIRECTORY, ...ADDRESS },
  'private.applied_mutations': { applied_at: 'now' },
  'private.change_log': { was_open: true },
  'public.company_news': { id: 'new' },
  'private.company_clocks': { seq: 0, epoch: 'new' },
  'private.history_marks': { token: 'new', made_at: 'now' },
  'private.invoice_mails': { started_at: 'now', kind: 'invoice', channel: 'mail', copies: [], body: '', attachments: [], refused: [] },
  'private.notification_events': { id: 'the next', made_at: 'now', is_gathered: false },
  'private.notifications': { id: 'new', state: 'waiting', attempts: 0, reason: '', made_at: 'now' },
  'private.push_subscriptions': { id: 'new', hides_details: false, created_at: 'now' },
  'private.number_gap_reasons': { noted_at: 'now', series: 'invoices' },
  'private.number_leases': { id: 'new', taken_at: 'now' },
  'private.seller_states': { noted_at: 'now' },
  'private.orphan_objects': { noticed_at: 'now' },
  'private.recovery_attempts': { tried_at: 'now' },
  'private.recovery_codes': { created_at: 'now' },
  'private.sent_mails': { id: 'the next', sent_at: 'now' },
  'private.synced_collections': { further_keys: [], is_independent: false },
};

const ME = personaId('owner');
const WEEK = 7 * 24 * 60 * 60 * 1000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A value that is another one each time, in words. */
function inWords(value: unknown, now: string, column: Column): unknown {
  if (value === now) return 'now';
  if (value === ME) return 'mine';
  if (typeof value === 'number' && column.type === 'bigint' && column.name === 'id') return 'the next';
  if (typeof value !== 'string') return value;
  if (UUID.test(value)) return 'new';
  if (UUID.test(value.replace(/^srv-/, ''))) return 'the server’s';
  const ahead = column.type.startsWith('timestamp') ? Date.parse(value) - Date.parse(now) : null;
  if (ahead === WEEK) return 'in a week';
  // By the clock, while the transaction goes on.
  return ahead !== null && ahead >= 0 && ahead < WEEK ? 'now' : value;
}

/** Of columns that may be empty, but not all of them at once. */
const ONE_OF: Readonly<Record<string, readonly string[]>> = { 'private.invoice_mails': ['invoice_id'] };

const sorted = (values: Readonly<Record<string, unknown>>) => Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
const starts: Rule[] = Object.entries(STARTS).map(([table, expected]) =>
  rule(`a row of ${table} begins with what is right where nothing was said`, [plain(table)], sorted(expected), async (world) => {
    const columns = await columnsOf(world, table);
    const said = columns.filter(
      ({ name, isNullable, hasDefault }) =>
        (!isNullable && (!hasDefault || (name === 'id' && !('id' in expected)))) || (ONE_OF[table] ?? []).includes(name),
    );
    const values = said.map(({ name, type }) => {
      const value = GIVEN[name] ?? ANY[type] ?? 'x';
      return typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : value;
    });
    const names = said.map(({ name }) => name);
    const insert = names.length === 0 ? 'default values' : `(${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`;
    return world.given([BARE, ["select set_config('request.jwt.claims', $1, true)", [JSON.stringify({ sub: ME })]]], async () => {
      const { rows } = await world.query(
        `insert into ${table} as t ${insert} returning to_jsonb(t) as made, to_jsonb(now()) as now`,
        values,
      );
      const made = rows[0]?.['made'] as Record<string, unknown>;
      const begun = columns.flatMap((column) =>
        names.includes(column.name) || made[column.name] === null
          ? []
          : [[column.name, inWords(made[column.name], String(rows[0]?.['now']), column)] as const],
      );
      return sorted(Object.fromEntries(begun));
    });
  }),
);

/** What each table holds by itself: values where there must be some, and what a row begins with. */
export const ROWS: readonly Rule[] = [...empty, ...starts];
