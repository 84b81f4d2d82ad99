import { stepRefusal, EXPENSE_STEPS, type ExpenseStep, expenseEditRefusal } from '#domain/expenses/expense-lifecycle.ts';
import { EXPENSE_STATUSES, type ExpenseStatus } from '#domain/expenses/expense.ts';
import type { PermissionKey } from '#domain/access/access.ts';
import { expenseOf } from '#tests/support/finance-records.ts';
import { insertOf, sampleRow, testId } from '#tests/support/builders.ts';
import { personaId } from '#tests/support/personas.ts';
import { each, type Person, said, type Statement, withOnly } from './asking.ts';
import { type Rule, rule } from './rules.ts';
import { OURS, type World } from './world.ts';

export const ID = testId(0xe_aa);
export type Values = Record<string, unknown>;
/** An expense of the viewer's own, or of the employee. */
export const expense = (author: Person, status: ExpenseStatus, more: Values = {}): Statement =>
  insertOf('expenses', sampleRow('expenses', { id: ID, company_id: OURS, created_by: personaId(author), status, ...more }));
export const change = (set: string): Statement => [`update public.expenses set ${set} where id = $1`, [ID]];

/** What the viewer, holding these keys alone, is told about changing an expense. */
export const asked = (world: World, keys: readonly string[], given: Statement, set: string) =>
  world.given([...withOnly('viewer', ...keys), given], () => said(world, 'viewer', change(set)));

const access = (keys: readonly string[]) => ({
  userId: personaId('viewer'),
  isOwner: false,
  isAdmin: false,
  keys: new Set(keys),
});
const WITH: readonly (readonly PermissionKey[])[] = [
  ['expenses.view'],
  ['expenses.view', 'expenses.approve'],
  ['expenses.view', 'expenses.reimburse'],
  ['expenses.view', 'expenses.approve', 'expenses.reimburse'],
  ['expenses.view', 'expenses.update'],
  ['expenses.view', 'expenses.update_own'],
  ['expenses.view', 'expenses.update_own', 'expenses.approve'],
  ['expenses.view', 'expenses.delete'],
];
const AUTHORS = ['viewer', 'employee'] as const;
const done = (answer: string | number) => answer === 1;

const steps = (allowed: (step: ExpenseStep, from: ExpenseStatus) => boolean) =>
  allSteps().map(([step, from]) => `${step} ${from}: ${allowed(step, from)}`);
export const subject = (status: ExpenseStatus, author: Person) => ({
  ...expenseOf({ created_by: personaId(author), status, expense_date: '2026-01-30' }),
  booked_at: status === 'approved' || status === 'reimbursed' ? '2026-01-30T09:00:00Z' : null,
});
/** Nothing is closed, nothing reversed. */
export const STANDING = { rules: { window: 'month', closed: new Set<string>(), now: new Date() }, isReversed: false };

const withdrawn = (world: World, keys: readonly string[], given: Statement) =>
  world.given([...withOnly('viewer', ...keys), given], () => said(world, 'viewer', ['delete from public.expenses where id = $1', [ID]]));
const withdrawals: Rule[] = [
  rule(
    'an own expense is withdrawn with the key to own ones, another’s with the key to all, and what was approved once by nobody',
    ['expenses'],
    [1, 0, 0, 0, 1, 'expense_booked', 'expense_booked'],
    async (world) => [
      await withdrawn(world, ['expenses.view', 'expenses.update_own'], expense('viewer', 'pending')),
      await withdrawn(world, ['expenses.view', 'expenses.update_own'], expense('employee', 'pending')),
      await withdrawn(world, ['expenses.view', 'expenses.update_own'], expense('viewer', 'approved')),
      await withdrawn(world, ['expenses.view'], expense('viewer', 'pending')),
      await withdrawn(world, ['expenses.view', 'expenses.delete'], expense('employee', 'pending')),
      await withdrawn(world, ['expenses.view', 'expenses.delete'], expense('employee', 'approved')),
      await withdrawn(world, ['expenses.view', 'expenses.delete'], expense('employee', 'pending', { booked_at: '2026-01-30T09:00:00Z' })),
    ],
  ),
];

/** SQL and the domain agree on steps and edits, whatever the keys. */
const stepsAndEdits: Rule[] = WITH.flatMap((keys) =>
  AUTHORS.flatMap((author) => [
    rule(
      `who holds ${keys.join(' and ')} takes exactly the steps that the domain allows, with expenses of the ${author}`,
      ['expenses'],
      steps((step, from) => stepRefusal(step, subject(from, author), { access: access(keys), isSoleMember: false }, STANDING) === null),
      (world) =>
        each(allSteps(), async ([step, from]) => {
          const set = `status = '${EXPENSE_STEPS[step].to}', rejection_reason = 'Because'`;
          return `${step} ${from}: ${done(await asked(world, keys, expense(author, from), set))}`;
        }),
    ),
    rule(
      `who holds ${keys.join(' and ')} edits exactly what the domain allows of expenses of the ${author}`,
      ['expenses'],
      EXPENSE_STATUSES.map((from) => expenseEditRefusal(subject(from, author), access(keys)) === null),
      (world) => each(EXPENSE_STATUSES, async (from) => done(await asked(world, keys, expense(author, from), 'amount = amount + 1'))),
    ),
  ]),
);
export const EXPENSE_STEPS_AND_EDITS: readonly Rule[] = [...stepsAndEdits, ...withdrawals];

function allSteps(): [ExpenseStep, ExpenseStatus][] {
  const names = Object.keys(EXPENSE_STEPS) as ExpenseStep[];
  // A step that leads to where it starts changes nothing; a rejected one is approved in one step by nobody (below).
  return names.flatMap((step) =>
    EXPENSE_STATUSES.filter((from) => EXPENSE_STEPS[step].to !== from && !(step === 'reimburse' && from === 'pending')).map(
      (from): [ExpenseStep, ExpenseStatus] => [step, from],
    ),
  );
}
