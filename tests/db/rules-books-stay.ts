import { insertOf, sampleRow } from '#tests/support/builders.ts';
import { BARE, each, said, setting, type Statement } from './asking.ts';
import { asked, expense } from './rules-expenses.ts';
import { ALL, closed } from './rules-periods.ts';
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
    ['expense_locked', 'expense_locked', 1, 1, 1],
    (world) =>
      each(
        [
          [paid(), "rejection_reason = 'x'"],
          [expense('employee', 'reimbursed'), "rejection_reason = 'x'"],
          [expense('employee', 'pending'), "rejection_reason = 'x'"],
          [expense('employee', 'rejected', { rejection_reason: 'Old' }), "rejection_reason = 'x'"],
          [paid(), "status = 'pending', rejection_reason = 'Because'"],
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
