import { testId } from '#tests/support/builders.ts';
import { each, first, said, setting, type Statement, withOnly } from './asking.ts';
import { ANOTHER, anotherInDollars, exchangeOf, idOf, issuedInDollars, manual, payment, proposal, RATES, wrote } from './foreign.ts';
import { type Values } from './rules-expenses.ts';
import { closed, PAY } from './rules-periods.ts';
import { acting } from './rules-people.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH } from './world.ts';

/** What payments in foreign currencies are worth in the books, and what they settle. */
export const FOREIGN_PAYMENTS: readonly Rule[] = [
  rule(
    'a payment is worth what the rate of its day makes, and settles its document to the cent by the rate of that one',
    ['payments'],
    [
      'ecb 0.5 of 2026-01-20: 0.5 EUR settles 0.8',
      'ecb 0.5 of 2026-01-20: 56.53 EUR settles 90.44',
      'manual 0.9 of 2026-01-15: 101.75 EUR settles 90.44',
      'ecb 0.8 of 2026-01-10: -0.8 EUR settles -0.8',
      'ecb 0.8 of 2026-01-10: 90.44 EUR settles 90.44',
      'ecb 0.5 of 2026-01-20: 0.01 EUR settles 0.01',
      'ecb 0.5 of 2026-01-20: 0.01 EUR settles 0.02',
      'manual 0.9 of 2026-01-15: 0.9 CHF settles null',
    ],
    (world) =>
      world.given([...RATES, ...anotherInDollars(world), ...issuedInDollars(world)], async () => {
        const paid = (more: Values, ...before: Statement[]) =>
          acting(world, 'owner', [...before, payment(world, FRESH, more)], { look: () => exchangeOf(world, 'payments', FRESH) });
        const cent = (n: number) => payment(world, testId(0xe_d0 + n), { amount: 0.02 });
        return [
          await paid({ amount: 1 }),
          await paid({ amount: 113.05, exchange: { ...proposal, document_amount: 5 } }),
          await paid({ amount: 113.05, exchange: { ...manual('0.9'), document_amount: null } }),
          await paid({ amount: -1, payment_date: '2026-01-12' }),
          await paid({ amount: 113.05, payment_date: '2026-01-12' }),
          // 0.016, 0.032, 0.048: what was rounded is made good by the next.
          await paid({ amount: 0.02 }, cent(1)),
          await paid({ amount: 0.02 }, cent(1), cent(2)),
          // The books are kept in another currency by now.
          await world.given([setting('exchange,currency', 'CHF')], () =>
            paid({ amount: 1, exchange: { ...manual('0.9', { currency: 'CHF' }), document_amount: null } }),
          ),
        ];
      }),
  ),
  rule(
    'a payment that is corrected is worth something else, one that is not stays; its reversal has the same with the sign turned',
    ['payments'],
    [
      'ecb 0.5 of 2026-01-20: 5 EUR settles 8',
      'ecb 0.8 of 2026-01-10: 8 EUR settles 8',
      'manual 0.9 of 2026-01-15: 9 EUR settles 8',
      'ecb 0.5 of 2026-01-20: 5 EUR settles 8',
      'ecb 0.5 of 2026-01-20: 5 EUR settles 8',
      'ecb 0.5 of 2026-01-20: 5 EUR settles 8',
      'ecb 0.5 of 2026-01-20: 10 EUR settles 16',
      'ecb 0.5 of 2026-01-20: 5.01 EUR settles 8.02',
      'ecb 0.5 of 2026-01-20: -5 EUR settles -8',
    ],
    (world) =>
      world.given([...RATES, ...issuedInDollars(world), payment(world, FRESH, { amount: 10 })], async () => {
        const forget: Statement = ['update private.exchange_rates set rates = \'{"USD": "5"}\''];
        const id = testId(0xe_d1);
        const changed = (set: string, ...before: Statement[]) =>
          world.given(before, () =>
            acting(world, 'owner', [[`update public.payments set ${set} where id = $1`, [FRESH]]], {
              look: () => exchangeOf(world, 'payments', FRESH),
            }),
          );
        return [
          await changed("notes = 'x'", forget),
          await changed("payment_date = '2026-01-12'"),
          await changed(`exchange = ${wrote({ ...manual('0.9'), document_amount: null })}`),
          await changed('exchange = null', forget),
          await changed(`exchange = ${wrote({ ...proposal, document_amount: 5 })}`, forget),
          await changed('is_separate = true', forget),
          await changed('amount = 20'),
          await changed('amount = 10.02', ['update public.payments set amount = 10.01 where id = $1', [FRESH]]),
          await world.given([payment(world, testId(0xe_d2), { amount: 0.02 })], () =>
            acting(
              world,
              'owner',
              [
                payment(world, id, {
                  amount: -10,
                  payment_date: '2026-01-12',
                  reverses_payment_id: FRESH,
                  reversal_reason: 'Wrong',
                  exchange: null,
                }),
              ],
              { look: () => exchangeOf(world, 'payments', id) },
            ),
          ),
        ];
      }),
  ),
  rule(
    'a payment without a rate gets one later, too, in open months, and once',
    ['payments', 'periods'],
    [
      1,
      'payment_booked',
      'payment_booked',
      'period_closed',
      'period_closed',
      'period_closed',
      1,
      'payment_reversed',
      0,
      'ecb 0.5 of 2026-01-20: 5 EUR settles null',
    ],
    (world) =>
      world.given([...issuedInDollars(world), setting('bookkeeping,correction_window', '0'), payment(world, FRESH, { amount: 10 })], () => {
        const supply = (more = ''): Statement => [
          `update public.payments set exchange = ${wrote({ ...manual('0.9'), document_amount: null })}${more} where id = $1`,
          [FRESH],
        ];
        const again: Statement = [
          `update public.payments set exchange = ${wrote({ ...manual('0.8'), document_amount: null })} where id = $1`,
          [FRESH],
        ];
        const reversal = payment(world, testId(0xe_d1), { amount: -10, reverses_payment_id: FRESH, reversal_reason: 'Wrong' });
        const said_ = (given: readonly Statement[], what: Statement, keys: readonly string[] = PAY) =>
          world.given([...withOnly('viewer', ...keys), ...given], () => said(world, 'viewer', what));
        return (async () => [
          await said_([], supply()),
          await said_([], supply(', amount = 11')),
          await said_([supply()], again),
          await said_([closed()], supply()),
          await said_([["update public.payments set tax_point = '2026-03-05' where id = $1", [FRESH]], closed('2026-03-01')], supply()),
          await said_([["update public.payments set tax_point = '2026-03-05' where id = $1", [FRESH]], closed()], supply()),
          await said_([closed('2026-02-01')], supply()),
          await said_([reversal], supply()),
          await said_([], supply(), ['payments.view', 'payments.create']),
          await world.given(RATES, () =>
            acting(
              world,
              'owner',
              [[`update public.payments set exchange = ${wrote({ ...proposal, document_amount: null })} where id = $1`, [FRESH]]],
              {
                look: () => exchangeOf(world, 'payments', FRESH),
              },
            ),
          ),
        ])();
      }),
  ),
  rule(
    'a document that gets its rate later tells its payments of open months what they settle, and nobody else',
    ['invoices', 'payments', 'periods'],
    [
      ['2: 20 settles 9, told', 'no rate', '2: 20 settles 30'],
      ['2: 20 settles null', 'no rate', '2: 20 settles 30'],
      ['2: 20 settles null', 'no rate', '2: 20 settles 30', '2: -20 settles null'],
      ['2: 20 settles null', 'no rate', '2: 20 settles 30'],
      ['2: 20 settles 9', 'no rate', '2: 20 settles 30'],
    ],
    (world) => {
      const [bare, other, back] = [testId(0xe_d3), testId(0xe_d4), testId(0xe_d1)];
      const two = { exchange: { ...manual('2'), document_amount: null } };
      const given = [
        ...anotherInDollars(world),
        ...issuedInDollars(world),
        ['update public.invoices set tax_point = $2, issue_date = $2 where id = $1', [idOf(world), '2026-03-05']] as Statement,
        payment(world, FRESH, { amount: 10, ...two }),
        payment(world, bare, { amount: 10 }),
        payment(world, other, { amount: 10, invoice_id: ANOTHER, ...two }),
      ];
      const reversal = payment(world, back, { amount: -10, reverses_payment_id: FRESH, reversal_reason: 'Wrong' });
      const write = (exchange: unknown): Statement => [
        `update public.invoices set internal_notes = 'x', exchange = ${wrote(exchange)} where id = $1`,
        [idOf(world)],
      ];
      const look = async (id: string) => {
        const { exchange, rev } = await first(world, 'select exchange, rev from public.payments where id = $1', [id]);
        const its = exchange as { rate: string; amount: number; document_amount: number | null } | null;
        const told = String(rev).startsWith('srv-') ? ', told' : '';
        return `${its ? `${its.rate}: ${its.amount} settles ${its.document_amount}` : 'no rate'}${told}`;
      };
      const unseen: Statement = ["update public.payments set rev = 'seen-' || id"];
      const told = (statement: Statement, ...more: Statement[]) =>
        world.given([...given, ...more, unseen], () =>
          acting(world, 'owner', [statement], { look: () => each([FRESH, bare, other, ...(more.includes(reversal) ? [back] : [])], look) }),
        );
      return (async () => [
        await told(write(manual('0.9'))),
        await told(write(manual('0.9')), closed()),
        await told(write(manual('0.9')), reversal),
        await told(write(null)),
        await told(write(manual('0.9', { amount: 85.5 })), write(manual('0.9'))),
      ])();
    },
  ),
];
