import { first, withOnly } from './asking.ts';
import { expense, type Values } from './rules-expenses.ts';
import { ALL, closed, done } from './rules-periods.ts';
import { REVERSAL, reversal, reversedWith } from './rules-reversals.ts';
import { type Rule, rule } from './rules.ts';

/** What a device did to a reversal before it sent it. */
export const PAID_REVERSALS: readonly Rule[] = [
  rule(
    'a reversal that was paid back or dated before it was sent comes as that, by who may, and not into a closed month',
    ['expenses', 'periods'],
    [
      ['reimbursed', true],
      ['reimbursed', '2026-02-02'],
      ['reimbursed', '2026-02-02'],
      ['approved', '2026-02-02'],
      ['approved', null],
      'not_allowed',
      'not_allowed',
      1,
      1,
      'period_closed',
      'period_closed',
      1,
    ],
    async (world) => {
      const [company, author] = [{ is_reimbursable: false }, { is_reimbursable: true }];
      const day = { paid_on: '2026-02-02' };
      const open = { expense_date: '2026-02-01' };
      const stored = (original: Values, more: Values) =>
        done(
          world,
          [...withOnly('viewer', ...ALL), expense('employee', 'approved', original)],
          'viewer',
          [reversal({ ...open, ...more })],
          async () => {
            const row = await first(world, `select status, paid_on::text as paid_on from public.expenses where id = $1`, [REVERSAL]);
            return [row['status'], more['paid_on'] === undefined && row['paid_on'] !== null ? true : row['paid_on']];
          },
        );
      const books = ['expenses.view', 'expenses.create', 'expenses.approve'];
      const with_ = (keys: readonly string[], more: Values) =>
        reversedWith(world, [...books, ...keys], expense('employee', 'approved', company), { ...open, ...more });
      const closedWith = (more: Values) =>
        world.given([closed()], () => reversedWith(world, ALL, expense('employee', 'approved', company), { ...open, ...more }));
      return [
        await stored(author, { status: 'reimbursed' }),
        await stored(author, { status: 'reimbursed', ...day }),
        await stored(company, { status: 'reimbursed', ...day }),
        await stored(company, day),
        await stored(author, day),
        await with_(['expenses.update'], { status: 'reimbursed' }),
        await with_([], day),
        await with_(['expenses.update'], day),
        await with_(['expenses.reimburse'], day),
        await closedWith({ paid_on: '2026-01-30' }),
        await closedWith({ status: 'reimbursed', paid_on: '2026-01-30' }),
        await closedWith(day),
      ];
    },
  ),
];
