import { insertOf, sampleRow } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { each, first, said, type Statement, withOnly } from './asking.ts';
import { asked, change, expense, ID, type Values } from './rules-expenses.ts';
import { acting } from './rules-people.ts';
import { ALL, closed, PAY, paymentOf } from './rules-periods.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS } from './world.ts';

const booked = (day: string | null) => `status = 'approved', booked_on = ${day === null ? 'null' : `'${day}'`}`;

/** What comes late for a closed month counts on a day of an open one. */
export const BOOKING_DAYS: readonly Rule[] = [
  rule(
    'what comes late for a closed month is approved for a day in an open one, and keeps its own',
    ['expenses', 'periods'],
    [1, 'period_closed', 1, 'refused', ['2026-02-03', '2026-01-15']],
    async (world) => {
      const approve = (day: string | null, given = closed()) =>
        world.given([given], () =>
          asked(world, ['expenses.view', 'expenses.approve'], expense('employee', 'pending', { expense_date: '2026-01-15' }), booked(day)),
        );
      const early = await approve('2026-01-14', closed('2026-02-01'));
      return [
        await approve('2026-02-03'),
        await approve('2026-01-31'),
        await approve('2026-02-03', closed('2025-12-01')),
        String(early).includes('expenses_booked_on_later') ? 'refused' : early,
        await world.given([closed(), expense('employee', 'pending', { expense_date: '2026-01-15' })], () =>
          acting(world, 'owner', [change(booked('2026-02-03'))], {
            look: async () => {
              const row = await first(world, 'select booked_on::text as b, expense_date::text as d from public.expenses where id = $1', [
                ID,
              ]);
              return [row['b'], row['d']];
            },
          }),
        ),
      ];
    },
  ),
  rule(
    'money that went in a closed month counts with a booking that came late; alone it keeps the approval out',
    ['expenses', 'periods'],
    ['period_closed', 1, 'period_closed', 1],
    async (world) => {
      const ask = (given: Values, set: string) =>
        world.given([closed()], () => asked(world, ALL, expense('employee', 'pending', given), set));
      const paid = { expense_date: '2026-02-02', paid_on: '2026-01-30' };
      const late = { expense_date: '2026-01-15', booked_on: '2026-02-03' };
      return [
        await ask(paid, booked(null)),
        await ask(paid, booked('2026-02-03')),
        await world.given([closed('2026-02-01')], () =>
          asked(world, ALL, expense('employee', 'approved', { ...late, paid_on: '2026-01-20' }), "paid_on = '2026-01-21'"),
        ),
        await world.given([closed()], () =>
          asked(world, ALL, expense('employee', 'approved', { ...late, paid_on: '2026-01-20' }), "paid_on = '2026-01-21'"),
        ),
      ];
    },
  ),
  rule(
    'the day a booking counts on is said with the approval, stays, and goes with it',
    ['expenses', 'periods'],
    ['expense_locked', null, 'period_closed', 1, null],
    async (world) => {
      const late = (status: 'approved' | 'pending') => expense('employee', status, { expense_date: '2026-01-15', booked_on: '2026-02-03' });
      const after = async (given: Statement, set: string) =>
        world.given([given], () =>
          acting(world, 'owner', [change(set)], {
            look: async () =>
              (await first(world, 'select booked_on from public.expenses where id = $1', [ID]))['booked_on'] as string | null,
          }),
        );
      const back = "status = 'pending', rejection_reason = 'Because'";
      return [
        await asked(world, ALL, late('approved'), "booked_on = '2026-02-04'"),
        await after(late('approved'), back),
        await world.given([closed('2026-02-01')], () => asked(world, ALL, late('approved'), back)),
        await world.given([closed()], () => asked(world, ALL, late('approved'), back)),
        await after(expense('employee', 'pending', { expense_date: '2026-01-15' }), "booked_on = '2026-02-03'"),
      ];
    },
  ),
  rule(
    'a payment of a closed month is recorded for a day in an open one, and is bound by that day',
    ['payments', 'periods'],
    [1, 'period_closed', 'refused', 1, 'period_closed', 'period_closed'],
    (world) =>
      world.given(withOnly('viewer', ...PAY), async () => {
        const late = paymentOf(world, { payment_date: '2026-01-30', booked_on: '2026-02-03', created_by: personaId('viewer') });
        const early = await said(world, 'viewer', paymentOf(world, { payment_date: '2026-01-30', booked_on: '2026-01-29' }));
        const change: Statement = ['update public.payments set amount = 2 where id = $1', [FRESH]];
        const move: Statement = ["update public.payments set booked_on = '2026-01-31' where id = $1", [FRESH]];
        return [
          await world.given([closed()], () => said(world, 'viewer', late)),
          await world.given([closed('2026-02-01')], () => said(world, 'viewer', late)),
          String(early).includes('payments_booked_on_later') ? 'refused' : early,
          await world.given([late, closed()], () => said(world, 'viewer', change)),
          await world.given([late, closed('2026-02-01')], () => said(world, 'viewer', change)),
          await world.given([late, closed()], () => said(world, 'viewer', move)),
        ];
      }),
  ),
  rule('a reversal is booked in an open month, too', ['expenses', 'periods'], [1, 'period_closed'], (world) =>
    world.given([...withOnly('viewer', ...ALL), expense('employee', 'approved')], () =>
      each([closed(), closed('2026-02-01')], (given) =>
        world.given([given], () =>
          said(
            world,
            'viewer',
            insertOf(
              'expenses',
              sampleRow('expenses', {
                id: FRESH,
                company_id: OURS,
                status: 'approved',
                expense_date: '2026-01-30',
                booked_on: '2026-02-03',
                reverses_expense_id: ID,
                reversal_reason: 'Wrong company',
              }),
            ),
          ),
        ),
      ),
    ),
  ),
];
