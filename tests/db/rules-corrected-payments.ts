import { each, type Statement } from './asking.ts';
import { apples, cancel, corrected, issuedOriginal, one, ORIGINAL, paid, paymentId, pearls } from './corrected-scene.ts';
import { closed } from './rules-periods.ts';
import { type Rule, rule } from './rules.ts';
import type { World } from './world.ts';

/** The tax shares of a payment, 19 % before 7 %. */
const shares = (world: World, n: number) =>
  one(
    world,
    `select string_agg(concat_ws(' ', s.share ->> 'net', s.share ->> 'tax'), ', ' order by (s.share ->> 'tax_rate')::numeric desc)
       from public.payments p cross join jsonb_array_elements(p.tax_shares) s (share) where p.id = $1`,
    [paymentId(n)],
  );

/** What payments bring of the tax once an invoice is corrected. */
export const CORRECTED_PAYMENTS: readonly Rule[] = [
  rule(
    'the last payment of an open month is shared out anew by what is left, and no other',
    ['payments'],
    [
      ['84.03 15.97, 0.00 0.00'],
      ['40.21 7.64, 2.01 0.14', '85.84 16.31, -2.01 -0.14'],
      ['42.02 7.98, 0.00 0.00', '80.42 15.28, 4.02 0.28', '-80.42 -15.28, -4.02 -0.28'],
      ['40.21 7.64, 2.01 0.14', '85.84 16.31, -2.01 -0.14'],
      ['80.42 15.28, 4.02 0.28'],
      ['80.42 15.28, 4.02 0.28'],
      ['80.42 15.28, 4.02 0.28'],
      ['200.00 38.00, 10.00 0.70'],
    ],
    (world) => {
      const back = corrected(1, [pearls]);
      const reversal = paid(3, -100, { reverses_payment_id: paymentId(2), reversal_reason: 'Wrong' });
      const elsewhere = paid(9, 50, { invoice_id: world.ids['ours issued'] });
      const february = closed('2026-02-01');
      const march = { payment_date: '2026-03-20' };
      return each<Statement[], unknown>(
        [
          [paid(1, 100), ...back],
          [paid(1, 50), paid(2, 100), elsewhere, ...back],
          [paid(1, 50), paid(2, 100), reversal, ...back],
          [paid(1, 50), paid(2, 100, march), february, ...back],
          [paid(1, 100), february, ...back],
          [paid(1, 100, { payment_date: '2026-01-20', booked_on: '2026-02-20' }), february, ...back],
          // It came before its tax point, whose month is closed by now.
          [paid(1, 100, { payment_date: '2025-12-02' }), closed('2026-01-01'), ...back],
          // More was paid than is left: the refund brings it back.
          [paid(1, 248.7), ...back],
        ],
        (before) =>
          world.given(issuedOriginal(world), () =>
            world.given(before, async () =>
              [await shares(world, 1), await shares(world, 2), await shares(world, 3)].filter((each) => each !== null),
            ),
          ),
      );
    },
  ),
  rule('a payment that brings the same after a correction is not touched', ['payments'], ['mine', 'mine', false], (world) => {
    const mine = (before: Statement[]) =>
      world.given([...issuedOriginal(world), ...before], () => one(world, 'select rev from public.payments where id = $1', [paymentId(1)]));
    const named: Statement = ["update public.payments set rev = 'mine' where id = $1", [paymentId(1)]];
    const halved = [
      { ...apples, quantity: -1 },
      { ...pearls, quantity: -5 },
    ];
    return each(
      [
        [paid(1, 0.01), named, ...corrected(1, [apples])],
        [paid(1, 100), named, ...corrected(1, halved)],
        [paid(1, 100), named, ...corrected(1, [pearls])],
      ],
      async (before) => {
        const rev = await mine(before);
        return rev === 'mine' ? rev : false;
      },
    );
  }),
  rule(
    'what a payment brought that is taken away, or moved elsewhere, the last one of an open month brings',
    ['payments'],
    [
      ['200.00 38.00, 10.00 0.70'],
      ['200.00 38.00, 10.00 0.70'],
      ['80.42 15.28, 4.02 0.28'],
      ['0.00 0.00, 0.00 0.00'],
      ['200.00 38.00, 10.00 0.70', '0.00 0.00, 0.00 0.00'],
    ],
    (world) => {
      const gone = (n: number): Statement => ['delete from public.payments where id = $1', [paymentId(n)]];
      const moved: Statement = ['update public.payments set invoice_id = $2 where id = $1', [paymentId(1), world.ids['ours issued']]];
      return each<Statement[], unknown>(
        [
          // Recorded twice, and the first is the one that goes.
          [paid(1, 248.7), paid(2, 248.7), gone(1)],
          [paid(1, 200), paid(2, 248.7), moved],
          [paid(1, 100), paid(2, 100), gone(2)],
          [paid(1, 248.7), paid(2, 248.7), closed('2026-02-01'), gone(1)],
          [paid(1, 248.7), paid(2, 248.7), paid(3, 248.7), gone(3)],
        ],
        (before) =>
          world.given([...issuedOriginal(world), ...before], async () => {
            const on = async (n: number) =>
              (await one(world, 'select invoice_id from public.payments where id = $1', [paymentId(n)])) === ORIGINAL
                ? shares(world, n)
                : null;
            return (await each([1, 2, 3], on)).filter((found) => found !== null);
          }),
      );
    },
  ),
  rule('a payment that is taken away leaves those of other invoices alone', ['payments'], [], (world) => {
    const elsewhere = world.ids['ours payments'];
    const emptied: Statement = ["update public.payments set tax_shares = '[]' where id = $1", [elsewhere]];
    const gone: Statement = ['delete from public.payments where id = $1', [paymentId(1)]];
    return world.given([...issuedOriginal(world), paid(1, 100), emptied, gone], async () =>
      one(world, 'select tax_shares from public.payments where id = $1', [elsewhere]),
    );
  }),
  rule(
    'money that goes back after a cancellation takes back what it brought: in proportion, and what was corrected as by what is left',
    ['payments'],
    [
      ['80.42 15.28, 4.02 0.28', '-32.17 -6.11, -1.61 -0.11'],
      ['200.00 38.00, 10.00 0.70', '0.00 0.00, 0.00 0.00'],
      ['200.00 38.00, 10.00 0.70', '0.00 0.00, -4.67 -0.33'],
      ['84.03 15.97, 0.00 0.00', '-33.61 -6.39, 0.00 0.00'],
    ],
    (world) =>
      each<Statement[], unknown>(
        [
          [paid(1, 100), cancel, paid(2, -40)],
          [paid(1, 300), paid(2, -40)],
          [paid(1, 248.7), ...corrected(1, [pearls]), paid(2, -5)],
          [paid(1, 100), ...corrected(1, [pearls]), cancel, paid(2, -40)],
        ],
        (before) => world.given([...issuedOriginal(world), ...before], () => each([1, 2], (n) => shares(world, n))),
      ),
  ),
];
