import { testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { BARE, bare, each, type Statement } from './asking.ts';
import { moreRows } from './more-rows.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

const OTHER = { company_id: testId(0x5_00_01) };
/** A table, and what makes a copy of its row another one but for its key: beside the key there may be another one that would refuse the copy as well. */
const KEYED: readonly (readonly [table: string, change: Readonly<Record<string, unknown>>])[] = [
  ...[
    'activity_log',
    'bank_accounts',
    'company_user_permissions',
    'company_users',
    'customers',
    'expense_categories',
    'expenses',
    'invoice_items',
    'invoice_products',
    'invoices',
    'payments',
    'period_figures',
    'recurring_expenses',
    'recurring_invoice_items',
    'recurring_invoices',
    'vendors',
  ].map((table) => [`public.${table}`, OTHER] as const),
  ['public.files', { ...OTHER, path: `${OTHER.company_id}/x` }],
  ['public.invites', OTHER],
  ['public.companies', {}],
  ['public.company_mail_settings', {}],
  ['public.permissions', {}],
  ['private.permission_implications', {}],
  ['private.permission_presets', {}],
  ['private.synced_collections', { table_name: 'other', position: 9999 }],
  ['private.nested_collections', {}],
  ['private.company_clocks', {}],
  ['public.company_news', OTHER],
  ['private.change_log', { seq: 999_999_999 }],
  ['private.applied_mutations', {}],
  ['private.number_counters', {}],
  ['private.number_gap_reasons', {}],
  ['private.number_leases', { ...OTHER, device_id: testId(0x9_99) }],
  ['private.seller_states', {}],
  ['private.invite_tokens', { token_hash: 'b'.repeat(64) }],
  ['private.recovery_codes', {}],
  ['private.company_mail_secrets', {}],
  ['private.invoice_mails', {}],
  ['private.orphan_objects', {}],
  ['private.history_marks', {}],
  ['private.sent_mails', {}],
  ['private.notification_choices', {}],
  ['private.push_subscriptions', { ...OTHER, endpoint: 'https://other.example/x' }],
  ['private.notification_events', OTHER],
  ['private.notifications', OTHER],
  ['private.notification_items', {}],
  ['private.closed_memberships', {}],
  ['private.company_deletions', {}],
  ['private.set_aside_objects', {}],
  ['public.activity_records', {}],
  ['public.periods', OTHER],
  ['public.ledger_entries', {}],
];
const short = (table: string) => table.replace(/^\w+\./, '');
const copied = (table: string, change: Readonly<Record<string, unknown>>, where = 'true'): Statement => [
  `insert into ${table} overriding system value
   select r.* from (select t from ${table} t where ${where} limit 1) o cross join lateral jsonb_populate_record(o.t, $1) r`,
  [JSON.stringify(change)],
];

const keyed: Rule[] = KEYED.map(([table, change]) =>
  rule(`there is one row of ${table} by its key, whoever brings it`, [short(table)], '23505', (world) =>
    world.given(moreRows(world), () => bare(world, copied(table, change))),
  ),
);

const NEXT = testId(0x5_00_02);
/** `set` is what the row needs to have a twin; `once` is what a twin differs in beside its key, `twice` what makes it another one. */
type Twin = {
  readonly name: string;
  readonly table: string;
  readonly row: (world: World) => string;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly once: Readonly<Record<string, unknown>>;
  readonly twice: readonly Readonly<Record<string, unknown>>[];
};
const any = () => 'true';
const ours = (sample: string) => (world: World) => `id = '${world.ids[`ours ${sample}`]}'`;
const PERIOD = { recurring_period: '2026-01-31' };
/** A series generates one document for a period. */
const generated = (table: 'invoices' | 'expenses'): Twin => {
  const series = `recurring_${table.slice(0, -1)}_id`;
  return {
    name: `what a series generates for a period, of the ${table},`,
    table: `public.${table}`,
    row: ours(table),
    set: { number: null, [series]: FRESH, ...PERIOD },
    once: { id: NEXT },
    twice: [{ [series]: null }, { [series]: NEXT }, { recurring_period: '2026-02-28' }, { company_id: THEIRS }],
  };
};
/** What there is once, and what is another one. */
const TWINS: readonly Twin[] = [
  {
    name: 'an invoice number',
    table: 'public.invoices',
    row: ours('issued'),
    set: { number: 'R-1' },
    once: { id: NEXT },
    twice: [{ company_id: THEIRS }, { number: 'R-2' }],
  },
  {
    name: 'an expense number',
    table: 'public.expenses',
    row: ours('expenses'),
    set: { number: 'E-1' },
    once: { id: NEXT },
    twice: [{ company_id: THEIRS }, { number: 'E-2' }, { number: null }],
  },
  {
    name: 'the cancellation of an invoice',
    table: 'public.invoices',
    row: ours('invoices'),
    set: { cancels_id: FRESH },
    once: { id: NEXT },
    twice: [{ cancels_id: null }, { cancels_id: NEXT }, { company_id: THEIRS }],
  },
  {
    name: 'the reversal of a payment',
    table: 'public.payments',
    row: ours('payments'),
    set: { reverses_payment_id: FRESH },
    once: { id: NEXT },
    twice: [{ reverses_payment_id: null }, { reverses_payment_id: NEXT }, { company_id: THEIRS }],
  },
  {
    name: 'the reversal of an expense',
    table: 'public.expenses',
    row: ours('expenses'),
    set: { number: null, reverses_expense_id: FRESH },
    once: { id: NEXT },
    twice: [{ reverses_expense_id: null }, { reverses_expense_id: NEXT }, { company_id: THEIRS }],
  },
  generated('invoices'),
  generated('expenses'),
  { name: 'a stored file', table: 'public.files', row: ours('files'), once: { id: NEXT }, twice: [{ path: `${OURS}/other.pdf` }] },
  {
    name: 'a member',
    table: 'public.company_users',
    row: () => `company_id = '${OURS}' and user_id = '${personaId('viewer')}'`,
    once: { id: NEXT },
    twice: [{ company_id: NEXT }, { user_id: personaId('stranger') }],
  },
  {
    name: 'a key of a member',
    table: 'public.company_user_permissions',
    row: () => `company_id = '${OURS}' and user_id = '${personaId('viewer')}' and permission_key = 'vendors.view'`,
    once: { id: NEXT },
    twice: [{ company_id: NEXT }, { user_id: personaId('stranger') }, { permission_key: 'some.key' }],
  },
  {
    name: 'an open invitation',
    table: 'public.invites',
    row: () => `id = '${FRESH}'`,
    once: { id: NEXT },
    twice: [{ email: 'other@kontor.example' }, { company_id: THEIRS }],
  },
  {
    name: 'no invitation that was answered',
    table: 'public.invites',
    row: () => `id = '${FRESH}'`,
    set: { status: 'declined' },
    once: { id: FRESH },
    twice: [{ id: NEXT }],
  },
  {
    name: 'a token',
    table: 'private.invite_tokens',
    row: () => `invite_id = '${FRESH}'`,
    once: { invite_id: NEXT },
    twice: [{ token_hash: 'b'.repeat(64) }],
  },
  {
    name: 'a synced table',
    table: 'private.synced_collections',
    row: any,
    once: { collection: 'other', position: 9999 },
    twice: [{ table_name: 'other' }],
  },
  {
    name: 'a place in the order of sync',
    table: 'private.synced_collections',
    row: any,
    once: { collection: 'other', table_name: 'other' },
    twice: [{ position: 9999 }],
  },
  {
    name: 'a number in the log of a collection',
    table: 'private.change_log',
    row: () => `company_id = '${OURS}' and collection = 'vendors'`,
    once: { row_id: NEXT },
    twice: [{ seq: 999_999_999 }, { company_id: NEXT }, { collection: 'other' }],
  },
  {
    name: 'the news of a company',
    table: 'public.company_news',
    row: any,
    once: { id: NEXT },
    twice: [{ company_id: NEXT }],
  },
  {
    name: 'a month that was closed',
    table: 'public.periods',
    row: any,
    once: { id: NEXT },
    twice: [{ month: '1999-01-01' }, { company_id: NEXT }],
  },
  {
    name: 'a counter',
    table: 'private.number_counters',
    row: any,
    once: {},
    twice: [{ year: 1999 }, { kind: 'other' }, { company_id: NEXT }],
  },
  {
    name: 'a reason of a gap',
    table: 'private.number_gap_reasons',
    row: any,
    once: {},
    twice: [{ year: 1999 }, { number: 2 }, { series: 'other' }, { company_id: NEXT }],
  },
  {
    name: 'an open lease of a device',
    table: 'private.number_leases',
    row: any,
    once: { id: NEXT },
    twice: [
      { id: NEXT, device_id: NEXT },
      { id: NEXT, series: 'corrections' },
      { id: NEXT, ended_at: '2026-01-01', end_reason: 'lost' },
      { id: NEXT, company_id: NEXT },
    ],
  },
  {
    name: 'a look of a seller',
    table: 'private.seller_states',
    row: any,
    once: {},
    twice: [{ noted_at: '2026-01-01' }, { language: 'de' }, { company_id: NEXT }],
  },
  { name: 'a mail on its way', table: 'private.invoice_mails', row: any, once: {}, twice: [{ mutation_id: 'm-2' }, { company_id: NEXT }] },
  {
    name: 'a change that was applied',
    table: 'private.applied_mutations',
    row: any,
    once: {},
    twice: [{ mutation_id: 'm-2' }, { company_id: NEXT }],
  },
  {
    name: 'a wish to hear of something',
    table: 'private.notification_choices',
    row: any,
    once: {},
    twice: [{ kind: 'rejected' }, { user_id: NEXT }],
  },
  {
    name: 'what a message is about',
    table: 'private.notification_items',
    row: any,
    once: {},
    twice: [{ event_id: 1 }, { notification_id: NEXT }, { company_id: NEXT }],
  },
  {
    name: 'where a browser takes push messages',
    table: 'private.push_subscriptions',
    row: any,
    once: { id: NEXT, user_id: NEXT, session_id: NEXT },
    twice: [{ id: NEXT, endpoint: 'https://other.example/x' }],
  },
  { name: 'a recovery code', table: 'private.recovery_codes', row: any, once: {}, twice: [{ code_hash: 'y' }, { user_id: NEXT }] },
  { name: 'an orphan', table: 'private.orphan_objects', row: any, once: {}, twice: [{ name: 'y' }, { bucket_id: 'logos' }] },
];
const changed = ({ table, row, set = {} }: Twin, world: World): Statement[] => {
  const names = Object.keys(set);
  const sql = `update ${table} t set ${names.map((name) => `${name} = r.${name}`).join(', ')} from jsonb_populate_record(null::${table}, $1) r where t.ctid = (select ctid from ${table} where ${row(world)})`;
  return names.length === 0 ? [] : [[sql, [JSON.stringify(set)]]];
};
const twins: Rule[] = TWINS.map((twin) =>
  rule(`${twin.name} is there once, and what differs is another one`, [short(twin.table)], ['23505', ...twin.twice.map(() => 1)], (world) =>
    world.given([...moreRows(world), BARE, ...changed(twin, world)], () =>
      each([{}, ...twin.twice], (change) => bare(world, copied(twin.table, { ...twin.once, ...change }, twin.row(world)))),
    ),
  ),
);

/** Its row would stop what the world does besides. */
const once = rule('a company is imported once at a time', ['imports_at_work'], [1, '23505', 1], (world) => {
  const begin = (company: string): Statement => ['insert into private.imports_at_work (company_id) values ($1)', [company]];
  return world.given([BARE], async () => [
    await bare(world, begin(OURS)),
    ...(await world.given([begin(OURS)], () => each([OURS, THEIRS], (company) => bare(world, begin(company))))),
  ]);
});

/** The unique keys of the tables by themselves: what there is once, and what may be there again. */
export const TWINS_OF_TABLES: readonly Rule[] = [...keyed, ...twins, once];
