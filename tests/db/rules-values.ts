import { personaId } from '#tests/support/personas.ts';
import { BARE, each, type Statement } from './asking.ts';
import { moreRows } from './more-rows.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

type Tried = { readonly where: string; readonly good: readonly unknown[]; readonly bad: readonly unknown[] };
const upTo = (max: number, where: string): Tried => ({ where, good: ['x'.repeat(max)], bad: ['x'.repeat(max + 1)] });
const MAIL = { good: ['', 'a@b'], bad: ['x', 'a b@c', `${'x'.repeat(319)}@a`] };
const within = (id: string, max: number) => ({
  good: [`${id}/x`, `${id}/${'x'.repeat(max - 37)}`],
  bad: [`${THEIRS}/x`, `${id}/${'x'.repeat(max - 36)}`],
});
const OBJECT = { good: [{}], bad: [5, []] };
// The type alone would take what is bad here.
const AMOUNT = { good: [9_999_999_999, -9_999_999_999], bad: [9_999_999_999.5, -9_999_999_999.5] };
const oneOf = (where: string, ...good: string[]): Tried => ({ where, good, bad: ['nonsense'] });
/** What an issued invoice has, and a draft need not have. */
const ONCE_ISSUED = ['number', 'issue_date', 'due_date', 'seller', 'buyer'];

/** Columns whose limits the domain does not name, or not by a number. */
const TRIED: readonly Tried[] = [
  ...['customers.email', 'vendors.email'].map((where) => ({ where, ...MAIL })),
  ...[
    'expenses.amount',
    'recurring_expenses.amount',
    'expenses.tax_amount',
    'recurring_expenses.tax_amount',
    'invoice_products.unit_price',
  ].map((where) => ({ where, ...AMOUNT })),
  ...['invoice_items.unit_price', 'recurring_invoice_items.unit_price', 'payments.amount'].map((where) => ({ where, ...AMOUNT })),
  ...['invoices.net_total', 'invoices.tax_total', 'invoices.gross_total', 'invoices.paid_total'].map((where) => ({ where, ...AMOUNT })),
  upTo(200, 'company_users.display_name'),
  upTo(320, 'company_users.email'),
  { where: 'company_users.rev', good: ['x', 'x'.repeat(80)], bad: ['', 'x'.repeat(81)] },
  upTo(320, 'company_mail_settings.sender_email'),
  upTo(320, 'company_mail_settings.reply_to'),
  upTo(253, 'company_mail_settings.smtp_host'),
  upTo(320, 'company_mail_settings.smtp_user'),
  { where: 'company_mail_settings.smtp_port', good: [1, 65_535], bad: [0, 65_536] },
  { where: 'company_mail_settings.sender_name', good: ['Acme & Söhne', 'x'.repeat(200)], bad: ['Acme\r\nBcc: x@y', 'x'.repeat(201)] },
  { where: 'company_mail_settings.templates', good: [{}], bad: [{ en: { invoice: { subject: 'x', body: 'x'.repeat(40_001) } } }] },
  { where: 'invites.email', good: ['a@b', `${'x'.repeat(318)}@a`], bad: ['A@b', ' a@b', 'a b@c', 'x', `${'x'.repeat(319)}@a`] },
  { where: 'invites.language', good: ['en', 'de'], bad: ['fr'] },
  oneOf('invites.status', 'pending', 'accepted', 'declined', 'revoked'),
  { where: 'companies.logo_path', ...within(OURS, 500), good: [null, ...within(OURS, 500).good] },
  { where: 'companies.company_id', good: [OURS], bad: [THEIRS] },
  { where: 'companies.settings', ...OBJECT },
  oneOf('invoices.status', 'draft', 'ready_to_issue', 'issued', 'cancelled'),
  ...ONCE_ISSUED.map((column) => ({ where: `invoices.${column}`, good: [], bad: [null] })),
  ...ONCE_ISSUED.map((column) => ({ where: `draft invoices.${column}`, good: [null], bad: [] })),
  { where: 'draft invoices.status', good: ['draft', 'ready_to_issue'], bad: ['issued', 'cancelled'] },
  ...['customers', 'invoice_products', 'expenses', 'recurring_expenses', 'draft invoices', 'recurring_invoices', 'payments'].map(
    (table) => ({
      where: `${table}.currency`,
      good: ['EUR'],
      bad: ['eur', 'EURO', 'XXX', 'XTS', 'XAU', ''],
    }),
  ),
  oneOf('recurring_expenses.interval', 'daily', 'weekly', 'monthly', 'quarterly', 'yearly'),
  { where: 'permissions.key', good: ['other.key', `${'x'.repeat(78)}.y`], bad: ['vendors', 'Vendors.view', `${'x'.repeat(79)}.y`] },
  oneOf('permission_presets.preset', 'accountant', 'employee', 'viewer'),
  { where: 'invoice_mails.mutation_id', good: ['x', 'x'.repeat(80)], bad: ['', 'x'.repeat(81)] },
  oneOf('invoice_mails.state', 'sending', 'sent', 'failed'),
  oneOf('invoice_mails.kind', 'invoice', 'cancellation', 'part_paid', 'overdue', 'paid'),
  oneOf('invoice_mails.channel', 'mail', 'post'),
  upTo(10_000, 'invoice_mails.body'),
  { where: 'invoice_mails.copies', good: [Array(10).fill('a')], bad: [Array(11).fill('a'), Array(10).fill('a'.repeat(321))] },
  { where: 'invoice_mails.attachments', good: [[], Array(5).fill({})], bad: [{}, Array(6).fill({}), [{ filename: 'x'.repeat(4000) }]] },
  upTo(500, 'invoices.reminder_hold'),
  { where: 'invoices.reminder_level', good: [0, 3], bad: [-1, 4] },
  oneOf('sent_mails.purpose', 'invite', 'test', 'invoice'),
  { where: 'number_gap_reasons.reason', good: ['x', 'x'.repeat(500)], bad: ['', ' ', 'x'.repeat(501)] },
  { where: 'number_gap_reasons.series', good: ['x', 'x'.repeat(40)], bad: ['', 'x'.repeat(41)] },
  oneOf('number_leases.series', 'invoices', 'cancellations', 'corrections'),
  { where: 'number_leases.format', good: ['x', 'x'.repeat(60)], bad: ['', 'x'.repeat(61)] },
  { where: 'number_leases.prefix', good: ['', 'x'.repeat(20)], bad: ['x'.repeat(21)] },
  { where: 'number_leases.device_name', good: ['', 'x'.repeat(80)], bad: ['x'.repeat(81)] },
  {
    where: 'number_leases.numbers',
    good: ['{1}', `{${Array.from({ length: 20 }, () => 1).join(',')}}`],
    bad: ['{}', `{${Array.from({ length: 21 }, () => 1).join(',')}}`],
  },
  oneOf('invoices.number_series', 'invoices', 'cancellations', 'corrections'),
  oneOf('seller_states.language', 'en', 'de'),
  { where: 'seller_states.seller', good: [{}], bad: [5, []] },
  { where: 'invoices.leased', good: [{}], bad: [5, [], { x: 'x'.repeat(60_000) }] },
  { where: 'files.path', ...within(OURS, 500) },
  { where: 'invoices.buyer', ...OBJECT },
  { where: 'invoices.seller', ...OBJECT },
  { where: 'invoices.tax_breakdown', good: [[]], bad: [5, {}] },
  { where: 'invoices.corrections', good: [[]], bad: [5, {}] },
];

/** Tables whose row is not the sample of their name. */
const ROWS: Readonly<Record<string, readonly [table: string, column: string, sample: string]>> = {
  companies: ['public.companies', 'id', OURS],
  company_users: ['public.company_users', 'user_id', personaId('viewer')],
  company_mail_settings: ['public.company_mail_settings', 'company_id', OURS],
  invites: ['public.invites', 'id', FRESH],
  invoices: ['public.invoices', 'id', 'ours issued'],
  'draft invoices': ['public.invoices', 'id', 'ours invoices'],
  permissions: ['public.permissions', 'key', 'listed.key'],
  permission_presets: ['private.permission_presets', 'key', 'listed.key'],
  invoice_mails: ['private.invoice_mails', 'company_id', OURS],
  sent_mails: ['private.sent_mails', 'company_id', OURS],
  number_gap_reasons: ['private.number_gap_reasons', 'company_id', OURS],
  number_leases: ['private.number_leases', 'company_id', OURS],
  seller_states: ['private.seller_states', 'company_id', OURS],
};

/** Whether the table by itself takes a value in our row. */
async function taken(world: World, where: string, value: unknown): Promise<boolean> {
  const [name = '', column = ''] = where.split('.');
  const [table, key, sample] = ROWS[name] ?? [`public.${name}`, 'id', `ours ${name}`];
  const isJson = ['buyer', 'seller', 'tax_breakdown', 'corrections', 'leased'].includes(column);
  const isList = column === 'copies';
  const json = !isList && ((typeof value === 'object' && value !== null) || (isJson && value !== null)) ? JSON.stringify(value) : value;
  const change: Statement = [`update ${table} set ${column} = $1 where ${key} = $2`, [json, world.ids[sample] ?? sample]];
  return world.given([BARE], async () => (await world.query(...change)).count > 0).catch(() => false);
}

/** Edges of values that only SQL knows. */
export const SQL_VALUES: readonly Rule[] = TRIED.map(({ where, good, bad }) => {
  const [table = ''] = where.replace(/^draft /, '').split('.');
  return rule(`${where} takes what fits and nothing beyond`, [table], [good.map(() => true), bad.map(() => false)], (world) =>
    world.given(moreRows(world), async () => [
      await each(good, (value) => taken(world, where, value)),
      await each(bad, (value) => taken(world, where, value)),
    ]),
  );
});
