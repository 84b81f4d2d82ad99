import { describe, expect, test } from 'vitest';
import type { Access, PermissionKey } from '#domain/access/access.ts';
import { AppError } from '#domain/errors.ts';
import { EXPENSE_STATUSES, type Expense } from './expense.ts';
import {
  EXPENSE_STEPS,
  type ExpenseStep,
  approved,
  expenseDeleteRefusal,
  expenseEditRefusal,
  paymentDateRefusal,
  rejected,
  reimbursed,
  reopened,
  reversalOf,
  reversalRefusal,
  stepRefusal,
} from './expense-lifecycle.ts';

const author = '00000000-0000-7000-8000-000000000001';
const boss = '00000000-0000-7000-8000-000000000002';
const access = (userId: string, ...keys: string[]): Access => ({ userId, isOwner: false, isAdmin: false, keys: new Set(keys) });
const approver = { access: access(boss, 'expenses.approve', 'expenses.reimburse'), isSoleMember: false };
const subject = (status: Expense['status'], more: Partial<Expense> = {}): Expense => ({ ...expense, status, ...more });
const rules = { window: 'month', closed: new Set<string>(), now: new Date('2026-02-01T09:00:00Z') };
const standing = { rules, isReversed: false };
const decision = { by: boss, at: '2026-01-31T09:00:00.000Z', today: '2026-01-31' };
const expense: Expense = {
  id: '00000000-0000-7000-8000-0000000000e1',
  company_id: '00000000-0000-7000-8000-00000000000a',
  created_at: '2026-01-30T09:00:00.000Z',
  updated_at: '2026-01-30T09:00:00.000Z',
  rev: 'd-1',
  number: null,
  created_by: author,
  category_id: null,
  vendor_id: null,
  customer_id: null,
  description: 'Train to Leipzig',
  amount: 49.9,
  currency: 'EUR',
  tax_rate: 7,
  tax_amount: 3.26,
  tax_lines: [],
  expense_date: '2026-01-30',
  status: 'pending',
  rejection_reason: '',
  is_separate: false,
  is_billable: false,
  is_reimbursable: true,
  paid_on: null,
  payment_method: 'card',
  decided_by: null,
  decided_at: null,
  recurring_expense_id: null,
  recurring_period: null,
  booked_on: null,
  exchange: null,
  booked_at: null,
  reverses_expense_id: null,
  reversal_reason: '',
};

describe('steps', () => {
  test('every step starts only from the statuses of the lifecycle', () => {
    for (const step of Object.keys(EXPENSE_STEPS) as ExpenseStep[]) {
      const from: readonly string[] = EXPENSE_STEPS[step].from;
      for (const status of EXPENSE_STATUSES) {
        expect([step, status, stepRefusal(step, subject(status), approver, standing)]).toEqual([
          step,
          status,
          from.includes(status) ? null : 'invalid_transition',
        ]);
      }
    }
  });

  test('without the key nobody approves, rejects or reimburses', () => {
    const clerk = { access: access(boss, 'expenses.update'), isSoleMember: false };
    expect(stepRefusal('approve', subject('pending'), clerk, standing)).toBe('not_allowed');
    expect(stepRefusal('reject', subject('pending'), clerk, standing)).toBe('not_allowed');
    expect(stepRefusal('reimburse', subject('approved'), clerk, standing)).toBe('not_allowed');
  });

  test('an author does not approve their own expense, unless owner or sole member', () => {
    const own = access(author, 'expenses.approve');
    expect(stepRefusal('approve', subject('pending'), { access: own, isSoleMember: false }, standing)).toBe('own_expense');
    expect(stepRefusal('reject', subject('pending'), { access: own, isSoleMember: false }, standing)).toBeNull();
    expect(stepRefusal('approve', subject('pending'), { access: own, isSoleMember: true }, standing)).toBeNull();
    expect(stepRefusal('approve', subject('pending'), { access: { ...own, isOwner: true }, isSoleMember: false }, standing)).toBeNull();
    expect(stepRefusal('approve', subject('pending'), { access: { ...own, isAdmin: true }, isSoleMember: false }, standing)).toBe(
      'own_expense',
    );
  });

  test('an author hands a refused expense in again but cannot take an approval back', () => {
    const own = { access: access(author, 'expenses.create', 'expenses.update_own'), isSoleMember: false };
    expect(stepRefusal('reopen', subject('rejected'), own, standing)).toBeNull();
    expect(stepRefusal('reopen', subject('approved'), own, standing)).toBe('not_allowed');
    expect(stepRefusal('reopen', subject('rejected'), { ...own, access: access(boss, 'expenses.update_own') }, standing)).toBe(
      'not_allowed',
    );
  });
});

describe('editing and deleting', () => {
  test('a decided expense is not edited, whatever the rights', () => {
    const clerk = access(boss, 'expenses.update');
    expect(EXPENSE_STATUSES.map((status) => expenseEditRefusal(subject(status), clerk))).toEqual([
      null,
      'invalid_transition',
      null,
      'invalid_transition',
    ]);
    expect(expenseEditRefusal(subject('approved'), { ...access(boss, 'expenses.override_status'), isOwner: true })).toBe(
      'invalid_transition',
    );
  });

  test('update_own reaches own expenses only', () => {
    expect(expenseEditRefusal(subject('pending'), access(author, 'expenses.update_own'))).toBeNull();
    expect(expenseEditRefusal(subject('pending'), access(boss, 'expenses.update_own'))).toBe('not_allowed');
  });

  test('deleting needs its own key', () => {
    expect(expenseDeleteRefusal(subject('pending'), access(boss, 'expenses.update'))).toBe('not_allowed');
    expect(expenseDeleteRefusal(subject('pending'), access(boss, 'expenses.delete'))).toBeNull();
  });

  test('an author takes back their own expense until it is approved', () => {
    const own = access(author, 'expenses.update_own');
    expect(EXPENSE_STATUSES.map((status) => expenseDeleteRefusal(subject(status), own))).toEqual([null, 'booked', null, 'booked']);
    expect(expenseDeleteRefusal(subject('pending'), access(boss, 'expenses.update_own'))).toBe('not_allowed');
  });
});

describe('outcomes', () => {
  test('approval also pays a reimbursable expense back when the company wants it so', () => {
    expect(approved(expense, decision, { isPaidOnApproval: true, bookedOn: null, exchange: null })).toMatchObject({
      status: 'reimbursed',
      paid_on: '2026-01-31',
      decided_by: boss,
      decided_at: decision.at,
    });
    expect(approved(expense, decision, { isPaidOnApproval: false, bookedOn: null, exchange: null })).toMatchObject({
      status: 'approved',
      paid_on: null,
    });
    expect(
      approved({ ...expense, is_reimbursable: false }, decision, { isPaidOnApproval: true, bookedOn: null, exchange: null }),
    ).toMatchObject({
      status: 'approved',
      paid_on: null,
    });
  });

  test('taking back a payment needs both rights and empties the day of payment', () => {
    expect(stepRefusal('reopen', subject('reimbursed'), { access: access(boss, 'expenses.approve'), isSoleMember: false }, standing)).toBe(
      'not_allowed',
    );
    expect(stepRefusal('reopen', subject('reimbursed'), approver, standing)).toBeNull();
    expect(reopened({ ...expense, status: 'reimbursed', paid_on: '2026-01-31' }, 'Paid twice')).toMatchObject({
      status: 'pending',
      paid_on: null,
    });
  });

  test('handing in again after a rejection needs no reason', () => {
    expect(reopened({ ...expense, status: 'rejected', rejection_reason: 'No receipt' }, '')).toMatchObject({
      status: 'pending',
      rejection_reason: '',
    });
  });

  test('a rejection and a reopening need a reason', () => {
    expect(rejected(expense, decision, ' No receipt ')).toMatchObject({
      status: 'rejected',
      rejection_reason: 'No receipt',
      decided_by: boss,
    });
    expect(() => rejected(expense, decision, '  ')).toThrow(AppError);
    expect(() => reopened({ ...expense, status: 'approved' }, '')).toThrow(AppError);
    expect(reopened({ ...expense, status: 'approved', decided_by: boss, decided_at: decision.at }, 'Wrong amount')).toMatchObject({
      status: 'pending',
      rejection_reason: 'Wrong amount',
      decided_by: null,
      decided_at: null,
    });
  });

  test('a reimbursement carries the day it was paid; a day noted of what the company paid stays', () => {
    const noted = { ...expense, status: 'approved', paid_on: '2026-01-20' } as const;
    expect(reimbursed(noted, decision, rules)).toMatchObject({ status: 'reimbursed', paid_on: '2026-01-31' });
    expect(reimbursed({ ...noted, is_reimbursable: false }, decision, rules)).toMatchObject({
      status: 'reimbursed',
      paid_on: '2026-01-20',
    });
  });

  test('what the company paid and nobody dated stays paid in a month that is closed, and is neither dated nor taken out of it', () => {
    const closed = { ...rules, closed: new Set(['2026-01-01']) };
    const paid = subject('approved', { is_reimbursable: false, expense_date: '2026-01-15' });
    const late = { ...paid, expense_date: '2026-02-01', paid_on: '2026-01-31' };
    expect(reimbursed(paid, decision, closed)).toMatchObject({ paid_on: '2026-01-15' });
    expect(reimbursed({ ...paid, is_reimbursable: true }, decision, closed)).toMatchObject({ paid_on: decision.today });
    expect(paymentDateRefusal(paid, access(boss, 'expenses.update'), closed)).toBe('period_closed');
    expect(paymentDateRefusal({ ...paid, expense_date: '2026-02-01' }, access(boss, 'expenses.update'), closed)).toBeNull();
    expect(stepRefusal('reopen', late, approver, { rules: closed, isReversed: false })).toBe('period_closed');
  });

  test('the day of payment is noted once it is paid, by who may change expenses or reimburse them', () => {
    const refusals = (is_reimbursable: boolean, key: PermissionKey) =>
      EXPENSE_STATUSES.map((status) =>
        paymentDateRefusal(
          { status, is_reimbursable, paid_on: null, booked_on: null, expense_date: '2026-01-30' },
          access(boss, key),
          rules,
        ),
      );
    const never = 'invalid_transition';
    expect(refusals(false, 'expenses.update')).toEqual([never, null, never, null]);
    expect(refusals(true, 'expenses.reimburse')).toEqual([never, never, never, null]);
    expect(refusals(false, 'expenses.approve')).toEqual(Array(4).fill('not_allowed'));
  });
});

describe('what is booked', () => {
  const owner = { access: { ...access(boss), isOwner: true }, isSoleMember: true };
  const booked = (more: Partial<Expense> = {}) => subject('approved', { booked_at: '2026-01-31T09:00:00Z', ...more });
  const with_ = (more: Partial<typeof rules>, isReversed = false) => ({ rules: { ...rules, ...more }, isReversed });
  const january = new Set(['2026-01-01']);

  test('is deleted by nobody, not even after it was reopened', () => {
    expect(expenseDeleteRefusal(booked(), owner.access)).toBe('booked');
    expect(expenseDeleteRefusal(booked({ status: 'pending' }), owner.access)).toBe('booked');
    expect(expenseDeleteRefusal(subject('pending'), owner.access)).toBeNull();
  });

  test('is reopened while its month is open and the window too', () => {
    expect(stepRefusal('reopen', booked(), owner, standing)).toBeNull();
    expect(stepRefusal('reopen', booked(), owner, with_({ closed: january }))).toBe('period_closed');
    expect(stepRefusal('reopen', booked(), owner, with_({ window: '0' }))).toBe('booked');
    expect(stepRefusal('reopen', booked(), owner, with_({ window: '7', now: new Date('2026-02-07T08:59:00Z') }))).toBeNull();
    expect(stepRefusal('reopen', booked(), owner, with_({ window: '7', now: new Date('2026-02-07T09:00:00Z') }))).toBe('booked');
    // What was refused is no booking.
    expect(stepRefusal('reopen', subject('rejected'), owner, with_({ window: '0', closed: january }))).toBeNull();
  });

  test('a payment in a closed month is not taken back, though the expense lies in an open one', () => {
    const paid = booked({ status: 'reimbursed', expense_date: '2026-02-01', paid_on: '2026-01-31' });
    expect(stepRefusal('reopen', paid, owner, with_({ closed: january }))).toBe('period_closed');
    expect(paymentDateRefusal(paid, owner.access, { closed: january })).toBe('period_closed');
  });

  test('nothing is approved in a closed month, but refused, and what was approved is paid', () => {
    expect(stepRefusal('approve', subject('pending'), owner, with_({ closed: january }))).toBe('period_closed');
    expect(stepRefusal('reject', subject('pending'), owner, with_({ closed: january }))).toBeNull();
    expect(stepRefusal('reimburse', booked(), owner, with_({ closed: january }))).toBeNull();
  });

  test('is reversed once, by who may approve and capture, and a reversal never', () => {
    const [may, mayNot] = [
      access(boss, 'expenses.approve', 'expenses.create'),
      [access(boss, 'expenses.approve'), access(boss, 'expenses.create')],
    ];
    expect(reversalRefusal(booked(), may, standing)).toBeNull();
    expect(reversalRefusal(booked({ status: 'reimbursed' }), may, standing)).toBeNull();
    expect(mayNot.map((each) => reversalRefusal(booked(), each, standing))).toEqual(['not_allowed', 'not_allowed']);
    expect(reversalRefusal(booked(), may, with_({}, true))).toBe('reversed');
    expect(reversalRefusal(booked({ reverses_expense_id: boss }), may, standing)).toBe('reversed');
    expect(reversalRefusal(subject('pending'), may, standing)).toBe('invalid_transition');
  });

  test('once reversed is neither reopened nor paid, and a reversal is not reopened, but paid back', () => {
    expect(stepRefusal('reopen', booked(), owner, with_({}, true))).toBe('reversed');
    expect(stepRefusal('reimburse', booked(), owner, with_({}, true))).toBe('reversed');
    expect(stepRefusal('reopen', booked({ reverses_expense_id: boss }), owner, standing)).toBe('reversed');
    expect(stepRefusal('reimburse', booked({ reverses_expense_id: boss }), owner, standing)).toBeNull();
  });

  test('and its reversal add up to nothing', () => {
    const paid = booked({ status: 'reimbursed', paid_on: '2026-01-31', number: 'EXP-1', recurring_expense_id: author });
    const reversal = reversalOf(paid, { day: '2026-02-01', reason: ' Wrong company ' }, decision);
    expect([reversal.amount + paid.amount, reversal.tax_amount + paid.tax_amount]).toEqual([0, 0]);
    const booking = { expense_date: '2026-02-01', status: 'approved', decided_by: boss, booked_at: decision.at };
    expect(reversal).toMatchObject({ ...booking, reversal_reason: 'Wrong company', reverses_expense_id: paid.id });
    expect(reversal).toMatchObject({ currency: 'EUR', tax_rate: 7, is_reimbursable: true });
    // Its own: what belongs to the original stays there.
    expect(reversal).toMatchObject({ number: null, paid_on: null, recurring_expense_id: null, created_by: boss });
    expect(() => reversalOf(paid, { day: '2026-02-01', reason: ' ' }, decision)).toThrow(AppError);
  });
});
