import { insertOf, sampleRow, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { bare, each, first, said, setting, type Statement, withOnly } from './asking.ts';
import { acting } from './rules-people.ts';
import { closed, PAY, paymentOf } from './rules-periods.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

const issuedWith = (world: World, set: string, ...given: Statement[]) => {
  const id = world.ids['ours invoices'];
  return world.given([...given, [`update public.invoices set ${set} where id = $1`, [id]]], () =>
    acting(world, 'owner', [["update public.invoices set status = 'ready_to_issue' where id = $1", [id]]], {
      look: async () => {
        const row = await first(world, 'select tax_point::text as point, issue_date::text as issued from public.invoices where id = $1', [
          id,
        ]);
        return row['point'] === row['issued'] ? 'the day of issue' : row['point'];
      },
    }),
  );
};
/** Of the company, whose day has begun while the server's has not. */
const TODAY = "(now() at time zone 'Europe/Berlin')::date";
const period = (from: string, method = 'payment', filing = 'month') => ({ from, method, filing });
const paymentRow = (world: World, id: string) =>
  sampleRow('payments', { id, company_id: OURS, invoice_id: world.ids['ours issued'], created_by: personaId('viewer') });
const choose = (world: World, periods: unknown) => said(world, 'owner', setting('vat,periods', periods));

/** When the VAT of a sale counts, and what says so. */
export const TAX_POINTS: readonly Rule[] = [
  rule(
    'VAT counts when the supply ends; where that month is closed, on the day of issue',
    ['invoices', 'periods'],
    ['2026-01-20', '2026-01-31', 'the day of issue', 'the day of issue', '2026-01-31'],
    (world) => {
      const span = "service_from = '2026-01-05', service_to = '2026-01-31'";
      return each(
        [
          ["service_from = '2026-01-20', service_to = null", []],
          [span, []],
          [span, [closed()]],
          [`service_from = ${TODAY}, service_to = null`, [closed()]],
          [span, [closed('2026-02-01')]],
        ] as const,
        ([set, given]) => issuedWith(world, set, ...given),
      );
    },
  ),
  rule('a cancellation counts on its own day, a draft on none', ['invoices'], [true, null], async (world) => [
    await acting(world, 'owner', [["update public.invoices set status = 'cancelled' where id = $1", [world.ids['ours issued']]]], {
      look: async () =>
        (
          await first(
            world,
            "select tax_point = issue_date as own from public.invoices where document_type = 'cancellation' and company_id = $1",
            [OURS],
          )
        )['own'],
    }),
    (await first(world, 'select tax_point from public.invoices where id = $1', [world.ids['ours invoices']]))['tax_point'],
  ]),
  rule('what a draft says of its tax point is not taken over', ['invoices'], '2026-01-20', (world) =>
    issuedWith(world, "service_from = '2026-01-20', service_to = null, tax_point = '1999-01-01'"),
  ),
  rule('a payment says what it brings of the tax of its invoice, whoever records it', ['payments'], [95, 18.05, true], (world) =>
    world.given(withOnly('viewer', ...PAY), () =>
      acting(world, 'viewer', [paymentOf(world, { amount: 113.05 })], {
        look: async () => {
          const row = await first(
            world,
            `select (p.tax_shares #>> '{0,net}')::float8 as net, (p.tax_shares #>> '{0,tax}')::float8 as tax, p.tax_point = i.tax_point as point
             from public.payments p join public.invoices i on i.id = p.invoice_id where p.id = $1`,
            [FRESH],
          );
          return [row['net'], row['tax'], row['point']];
        },
      }),
    ),
  ),
  rule(
    'of payments on one invoice each brings what is left for its balance, and one that is changed does not count itself',
    ['payments'],
    [95, 190, 95],
    (world) => {
      const [a, b] = [FRESH, testId(0xe_c9)];
      const net = async (id: string) =>
        (await first(world, "select (tax_shares #>> '{0,net}')::float8 as net from public.payments where id = $1", [id]))['net'];
      const half = paymentOf(world, { amount: 113.05, created_by: personaId('viewer') });
      return world.given([['delete from public.payments where company_id = $1', [OURS]], half], async () => [
        await net(a),
        await world.given([['update public.payments set amount = 226.1 where id = $1', [a]]], () => net(a)),
        await world.given([insertOf('payments', { ...paymentRow(world, b), amount: 113.05 })], () => net(b)),
      ]);
    },
  ),
  rule(
    'how VAT counts is said by month, in order, with methods that there are',
    ['companies'],
    [
      1,
      1,
      'invalid_settings',
      'invalid_settings',
      'invalid_settings',
      'invalid_settings',
      'invalid_settings',
      'invalid_settings',
      'invalid_settings',
      'invalid_settings',
      1,
      'invalid_settings',
    ],
    (world) =>
      each(
        [
          [],
          [period('2026-01'), period('2027-01', 'supply', 'quarter'), period('2027-02', 'supply', 'none')],
          [period('2026-13')],
          [period('2026-1')],
          [period('2026-01', 'guess')],
          [period('2026-01', 'payment', 'week')],
          [{ from: '2026-01', method: 'payment' }],
          [period('2026-02'), period('2026-01')],
          [period('2026-01'), period('2026-01')],
          ['2026-01'],
          Array.from({ length: 50 }, (_, n) => period(`${1900 + n}-01`, 'supply', n % 2 ? 'month' : 'quarter')),
          Array.from({ length: 51 }, (_, n) => period(`${1900 + n}-01`, 'supply', n % 2 ? 'month' : 'quarter')),
        ],
        (periods) => choose(world, periods),
      ),
  ),
  rule(
    'a closed month is not counted by another method, and may be filed otherwise',
    ['companies', 'periods'],
    ['period_closed', 1, 1, 1, 'period_closed', 1, 1],
    async (world) => [
      await world.given([closed()], () => choose(world, [period('2025-12')])),
      await world.given([closed()], () => choose(world, [period('2026-02')])),
      await world.given([closed()], () => choose(world, [period('2026-01', 'supply', 'quarter')])),
      await world.given([closed('2026-01-01', { is_closed: false })], () => choose(world, [period('2025-12')])),
      await world.given([setting('vat,periods', [period('2026-01')]), closed()], () => choose(world, [])),
      // Nor is it held against this company what another one of the same person closed, or against the platform, which restores.
      await world.given(
        [
          ['insert into public.company_users (company_id, user_id, is_owner) values ($1, $2, true)', [THEIRS, personaId('owner')]],
          closed('2026-01-01', { company_id: THEIRS }),
        ],
        () => choose(world, [period('2025-12')]),
      ),
      await world.given([closed(), setting('vat,periods', [period('2025-12')])], async () => 1),
    ],
  ),
  rule('an app that does not know how VAT counts leaves it as it is', ['companies'], '2026-01', (world) =>
    world.given(
      [setting('vat,periods', [period('2026-01')]), ["update public.companies set settings = settings - 'vat' where id = $1", [OURS]]],
      () => first(world, "select settings #>> '{vat,periods,0,from}' as f from public.companies where id = $1", [OURS]).then(({ f }) => f),
    ),
  ),
  rule('the shares that a payment has of each rate are a list', ['payments'], ['23514', 1], (world) =>
    each(['{}', '[]'], (shares) =>
      bare(world, ['update public.payments set tax_shares = $1 where id = $2', [shares, world.ids['ours payments']]]),
    ),
  ),
];
