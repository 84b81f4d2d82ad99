import { insertOf, sampleRow } from '#tests/support/builders.ts';
import { BARE, each, first, said, setting, type Statement } from './asking.ts';
import { asked, change, expense, ID } from './rules-expenses.ts';
import { ALL, closed, done } from './rules-periods.ts';
import { type Rule, rule } from './rules.ts';
import { FRESH, OURS, THEIRS, type World } from './world.ts';

const paid = (more: Record<string, unknown> = {}) =>
  expense('employee', 'approved', { is_reimbursable: false, expense_date: '2026-01-15', ...more });
/** The month of today where the companies are, closed by the platform: no client gets there. */
const today = (company = OURS, isClosed = true): Statement[] => [
  BARE,
  insertOf('periods', sampleRow('periods', { id: FRESH, company_id: company, is_closed: isClosed })),
  ["update public.periods set month = date_trunc('month', now() at time zone 'Europe/Berlin')::date where id = $1", [FRESH]],
  ['set local session_replication_role = origin'],
];
const ZONE = 'company_details,basics,timezone';
const inZone = (world: World, given: readonly Statement[], zone: string) =>
  world.given(given, () => said(world, 'owner', setting(ZONE, zone)));

/** What stays beside the amounts of what is booked, and that today stays open. */
export const BOOKS_STAY: readonly Rule[] = [
  rule(
    'what was approved keeps the reason that it has, until its approval is taken back',
    ['expenses'],
    ['expense_locked', 'expense_locked', 1, 1, 1, 1],
    (world) =>
      each(
        [
          [paid(), "rejection_reason = 'x'"],
          [expense('employee', 'reimbursed'), "rejection_reason = 'x'"],
          [expense('employee', 'pending'), "rejection_reason = 'x'"],
          [expense('employee', 'rejected', { rejection_reason: 'Old' }), "rejection_reason = 'x'"],
          [paid(), "status = 'pending', rejection_reason = 'Because'"],
          [paid({ booked_on: '2026-02-02' }), "status = 'pending', rejection_reason = 'Because', booked_on = null"],
        ] as const,
        ([given, set]) => asked(world, ALL, given, set),
      ),
  ),
  rule('the way in which money left in a closed month stays', ['expenses', 'periods'], ['period_closed', 1, 1, 1, 1], (world) =>
    world.given([closed()], () =>
      each(
        [
          [paid(), "payment_method = 'cash'"],
          [paid({ expense_date: '2026-02-02' }), "payment_method = 'cash'"],
          // Nobody has paid it yet.
          [paid({ is_reimbursable: true }), "payment_method = 'cash'"],
          [paid({ is_reimbursable: true }), "status = 'reimbursed', payment_method = 'cash'"],
          [paid(), "status = 'reimbursed', payment_method = 'cash'"],
        ] as const,
        ([given, set]) => asked(world, ALL, given, set),
      ),
    ),
  ),
  rule(
    'what was advanced is not booked in a closed month, whenever it is paid back',
    ['expenses', 'periods'],
    ['period_closed', 1],
    (world) =>
      world.given([closed()], () =>
        each(['2026-01-15', '2026-02-02'], (day) =>
          asked(world, ALL, expense('employee', 'pending', { is_reimbursable: true, expense_date: day }), "status = 'approved'"),
        ),
      ),
  ),
  rule(
    'what nobody dated is dated where it counted when it is marked as paid after its month was closed, and only then',
    ['expenses', 'periods'],
    ['period_closed', 1, 'period_closed', '2026-01-15', 'today', null],
    (world) =>
      world.given([closed()], async () => {
        const dayOf = async () => {
          const { day, today: now } = await first(
            world,
            'select paid_on::text as day, private.company_today(company_id)::text as today from public.expenses where id = $1',
            [ID],
          );
          return day === now ? 'today' : day;
        };
        const marked = change("status = 'reimbursed'");
        const reimbursed = expense('employee', 'reimbursed', { is_reimbursable: false, expense_date: '2026-01-15', paid_on: '2026-01-20' });
        return [
          await asked(world, ALL, paid(), "status = 'reimbursed', paid_on = '2026-02-03'"),
          await asked(world, ALL, paid(), "rev = 'other-1'"),
          await asked(world, ALL, reimbursed, 'paid_on = null'),
          await done(world, [paid()], 'owner', [marked], dayOf),
          await done(world, [paid({ expense_date: '2026-02-02' })], 'owner', [marked], dayOf),
          await world.given([paid(), marked], dayOf),
        ];
      }),
  ),
  rule(
    'another timezone does not put today into a closed month',
    ['companies', 'periods'],
    ['period_closed', 1, 1, 1, 1, 'done'],
    async (world) => [
      await inZone(world, today(), 'Europe/Vienna'),
      await inZone(world, [], 'Europe/Vienna'),
      await inZone(world, today(OURS, false), 'Europe/Vienna'),
      await inZone(world, today(THEIRS), 'Europe/Vienna'),
      await inZone(world, today(), 'Europe/Berlin'),
      await world.given([...today(), setting(ZONE, 'Europe/Vienna')], async () => 'done'),
    ],
  ),
];
