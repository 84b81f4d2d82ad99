import { type Access, can } from '#domain/access/access.ts';
import { bookingDay, type BookingRefusal, type BookingRules, isClosedDay, takeBackRefusal } from '#domain/bookings/booking.ts';
import { AppError } from '#domain/errors.ts';
import { enteredRate, type Exchange, turnedExchange } from '#domain/exchange/document-exchange.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { Expense, ExpenseStatus } from './expense.ts';
import { paidOn } from '#domain/reports/expense-cells.ts';
import { turned } from './tax-lines.ts';

/** The steps of DESIGN §7; any other jump needs `expenses.override_status`. SQL (migration `expense_lifecycle`) refuses the same ones. */
export const EXPENSE_STEPS = {
  approve: { from: ['pending'], to: 'approved' },
  reject: { from: ['pending'], to: 'rejected' },
  reimburse: { from: ['approved'], to: 'reimbursed' },
  reopen: { from: ['rejected', 'approved', 'reimbursed'], to: 'pending' },
} as const satisfies Record<string, { from: readonly ExpenseStatus[]; to: ExpenseStatus }>;
export type ExpenseStep = keyof typeof EXPENSE_STEPS;

/** Why a step or an edit is not possible; `null` means it is. */
export type Refusal = 'invalid_transition' | 'not_allowed' | 'own_expense' | BookingRefusal | null;

export type Actor = { readonly access: Access; readonly isSoleMember: boolean };
type Subject = Pick<Expense, 'status' | 'created_by'>;
type Booked = Subject &
  Pick<
    Expense,
    'expense_date' | 'is_reimbursable' | 'paid_on' | 'booked_on' | 'booked_at' | 'decided_at' | 'created_at' | 'reverses_expense_id'
  >;
/** The company's rules, and whether there is a reversal of the expense. */
export type Standing = { readonly rules: BookingRules; readonly isReversed: boolean };

/** `bookedOn`: the day an approval is to count on instead of the expense's own. */
export function stepRefusal(
  step: ExpenseStep,
  expense: Booked,
  actor: Actor,
  { rules, isReversed, bookedOn = null }: Standing & { readonly bookedOn?: string | null },
): Refusal {
  const { access } = actor;
  const from: readonly ExpenseStatus[] = EXPENSE_STEPS[step].from;
  if (!from.includes(expense.status)) return 'invalid_transition';
  if (isReversed) return 'reversed';
  if (step === 'reopen') return mayReopen(expense, access) ? reopenRefusal(expense, rules) : 'not_allowed';
  if (step === 'reimburse') return can(access, 'expenses.reimburse') ? null : 'not_allowed';
  if (!can(access, 'expenses.approve')) return 'not_allowed';
  if (step === 'reject') return null;
  if (isOwn(expense, access) && !access.isOwner && !actor.isSoleMember) return 'own_expense';
  return isInClosedMonth({ ...expense, status: 'approved', booked_on: bookedOn }, rules) ? 'period_closed' : null;
}

type Days = Pick<Expense, 'status' | 'is_reimbursable' | 'expense_date' | 'booked_on' | 'paid_on'>;

const isInClosedMonth = (expense: Days, rules: BookingRules): boolean =>
  isClosedDay(rules, bookingDay(expense.expense_date, expense.booked_on)) || isClosedDay(rules, paidOn(expense));

/** An approval or a payment is taken back while the books allow it; a reversal never. */
function reopenRefusal(expense: Booked, rules: BookingRules): Refusal {
  if (isUndecided(expense)) return null;
  if (expense.reverses_expense_id) return 'reversed';
  if (isInClosedMonth(expense, rules)) return 'period_closed';
  return takeBackRefusal(
    bookingDay(expense.expense_date, expense.booked_on),
    expense.booked_at ?? expense.decided_at ?? expense.created_at,
    rules,
  );
}

/** The author may hand a refused expense in again; taking back an approval or a payment is a decision like the one it undoes. */
function mayReopen(expense: Subject, access: Access): boolean {
  if (expense.status === 'reimbursed') return can(access, 'expenses.approve') && can(access, 'expenses.reimburse');
  return can(access, 'expenses.approve') || (expense.status === 'rejected' && mayChange(expense, access));
}

/** Why a booking can't be reversed: once, and never a reversal. */
export function reversalRefusal(expense: Booked, access: Access, { isReversed }: Pick<Standing, 'isReversed'>): Refusal {
  if (isUndecided(expense)) return 'invalid_transition';
  if (isReversed || expense.reverses_expense_id) return 'reversed';
  return can(access, 'expenses.approve') && can(access, 'expenses.create') ? null : 'not_allowed';
}

/** What was decided stays as it was decided: only pending and rejected expenses change, the rest is reopened first. */
export function expenseEditRefusal(expense: Subject, access: Access): Refusal {
  if (!mayChange(expense, access)) return 'not_allowed';
  return isUndecided(expense) ? null : 'invalid_transition';
}

/** Authors take back what nobody has approved yet; anything else needs the right to delete. What was booked once is deleted by nobody. */
export function expenseDeleteRefusal(expense: Subject & Pick<Expense, 'booked_at'>, access: Access): Refusal {
  // An edit that waits from before the update has no such field.
  if (expense.booked_at || !isUndecided(expense)) return 'booked';
  if (can(access, 'expenses.delete')) return null;
  return isOwn(expense, access) && can(access, 'expenses.update_own') ? null : 'not_allowed';
}

/**
 * When money left is often known only after the decision: the day is noted of what the company paid once it is approved, of what the author
 * advanced once it is reimbursed. SQL lets the same two keys write it.
 */
export function paymentDateRefusal(expense: Days, access: Access, rules: Pick<BookingRules, 'closed'>): Refusal {
  if (!can(access, 'expenses.update') && !can(access, 'expenses.reimburse')) return 'not_allowed';
  const day = paidOn(expense);
  if (day === null) return 'invalid_transition';
  return isClosedDay(rules, day) ? 'period_closed' : null;
}

const mayChange = (expense: Subject, access: Access) =>
  can(access, 'expenses.update') || (isOwn(expense, access) && can(access, 'expenses.update_own'));
const isUndecided = ({ status }: Subject) => status === 'pending' || status === 'rejected';
const isOwn = (expense: Subject, access: Access) => expense.created_by === access.userId;

export type ExpenseDecision = {
  readonly by: string;
  readonly at: string;
  /** Calendar day in the company's timezone. */
  readonly today: string;
};

export type ExpenseApproval = {
  /** Spec §5 `mark_as_paid_on_approval`: approving a reimbursable expense also marks it reimbursed. */
  readonly isPaidOnApproval: boolean;
  /** The day it is to count on where the month of its own is closed. */
  readonly bookedOn: string | null;
  /** What it is worth in the books, as far as is known here. */
  readonly exchange: Exchange | null;
};

export function approved(expense: Expense, decision: ExpenseDecision, { isPaidOnApproval, bookedOn, exchange }: ExpenseApproval): Expense {
  const isPaid = isPaidOnApproval && expense.is_reimbursable;
  return {
    ...expense,
    status: isPaid ? 'reimbursed' : 'approved',
    rejection_reason: '',
    paid_on: isPaid ? decision.today : expense.paid_on,
    booked_on: bookedOn,
    exchange,
    decided_by: decision.by,
    decided_at: decision.at,
    booked_at: expense.booked_at ?? decision.at,
  };
}

export function rejected(expense: Expense, decision: ExpenseDecision, reason: string): Expense {
  return { ...expense, status: 'rejected', rejection_reason: requiredReason(reason), decided_by: decision.by, decided_at: decision.at };
}

/**
 * Paid today, unless the company paid and somebody noted when, or it counts as paid in a month that is closed by now: then it stays so. SQL says
 * the same.
 */
export function reimbursed(expense: Expense, decision: ExpenseDecision, rules: Pick<BookingRules, 'closed'>): Expense {
  const counted = paidOn(expense);
  const noted = expense.is_reimbursable ? null : (expense.paid_on ?? (isClosedDay(rules, counted) ? counted : null));
  return { ...expense, status: 'reimbursed', paid_on: noted ?? decision.today };
}

/** Back to pending. Undoing a decision needs a reason, which stays readable until the next one; handing in again after a rejection needs none. */
export function reopened(expense: Expense, reason: string): Expense {
  const rejection_reason = expense.status === 'rejected' ? reason.trim() : requiredReason(reason);
  return {
    ...expense,
    status: 'pending',
    rejection_reason,
    paid_on: expense.status === 'reimbursed' ? null : expense.paid_on,
    booked_on: null,
    exchange: enteredRate(expense.exchange),
    decided_by: null,
    decided_at: null,
  };
}

/** What is written down of a reversal: the day it is booked on, and why. */
export type ExpenseReversal = { readonly day: string; readonly reason: string };

/** The fields of the booking that takes another one back: all of it with the sign turned, approved at once. SQL writes the same. */
export function reversalOf(
  expense: Expense,
  { day, reason }: ExpenseReversal,
  decision: ExpenseDecision,
): Omit<Expense, keyof SyncedRecord> {
  const { id, company_id: _company, created_at: _created, updated_at: _updated, rev: _rev, ...facts } = expense;
  return {
    ...facts,
    number: null,
    created_by: decision.by,
    amount: -expense.amount,
    tax_amount: 0 - expense.tax_amount,
    tax_lines: turned(expense.tax_lines ?? []),
    exchange: turnedExchange(expense.exchange),
    expense_date: day,
    status: 'approved',
    rejection_reason: '',
    paid_on: null,
    booked_on: null,
    is_separate: true,
    decided_by: decision.by,
    decided_at: decision.at,
    booked_at: decision.at,
    recurring_expense_id: null,
    recurring_period: null,
    reverses_expense_id: id,
    reversal_reason: requiredReason(reason),
  };
}

function requiredReason(reason: string): string {
  const text = reason.trim();
  if (text === '') throw new AppError('invalid_input', { issues: [{ path: 'reason', message: 'required' }] });
  if (text.length > 1000) throw new AppError('invalid_input', { issues: [{ path: 'reason', message: 'tooLong' }] });
  return text;
}
