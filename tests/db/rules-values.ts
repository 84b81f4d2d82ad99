import { insertOf } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { each } from './asking.ts';
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
const AMOUNT = { good: [9_999_999_999, -9_999_999_999], bad: [10_000_000_000, -10_000_000_000] };

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
  { where: 'invites.status', good: ['pending', 'accepted', 'declined', 'revoked'], bad: ['lost'] },
  { where: 'companies.logo_path', ...within(OURS, 500), good: [null, ...within(OURS, 500).good] },
  { where: 'companies.company_id', good: [OURS], bad: [THEIRS] },
  { where: 'files.path', ...within(OURS, 500) },
  { where: 'invoices.buyer', ...OBJECT },
  { where: 'invoices.seller', ...OBJECT },
  { where: 'invoices.tax_breakdown', good: [[]], bad: [5, {}] },
];

/** What the database says to a value in our row of that table, as the platform. */
async function taken(world: World, where: string, value: unknown): Promise<boolean> {
  const [table = '', column = ''] = where.split('.');
  const row = {
    companies: ['id', OURS],
    company_users: ['user_id', personaId('viewer')],
    company_mail_settings: ['company_id', OURS],
    invites: ['id', FRESH],
    invoices: ['id', world.ids['ours issued']],
    payments: ['id', world.ids['ours payments']],
  }[table] ?? ['id', world.ids[`ours ${table}`]];
  const json =
    typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : column === 'buyer' || column === 'seller' || column === 'tax_breakdown'
        ? String(value)
        : value;
  return world
    .given([[`update public.${table} set ${column} = $1 where ${row[0]} = $2`, [json, row[1]]]], async () => true)
    .catch(() => false);
}

/** Edges of values that only SQL knows. */
export const SQL_VALUES: readonly Rule[] = TRIED.map(({ where, good, bad }) =>
  rule(`${where} takes what fits and nothing beyond`, [where.split('.')[0] ?? ''], [good.map(() => true), bad.map(() => false)], (world) =>
    world.given(
      [
        ['insert into public.company_mail_settings (company_id) values ($1)', [OURS]],
        insertOf('invites', { id: FRESH, company_id: OURS, email: 'new@kontor.example', language: 'en', invited_by: personaId('admin') }),
      ],
      async () => [await each(good, (value) => taken(world, where, value)), await each(bad, (value) => taken(world, where, value))],
    ),
  ),
);
