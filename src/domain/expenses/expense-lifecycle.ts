import { type Access, can } from '#domain/access/access.ts';
import { AppError } from '#domain/errors.ts';
import type { Expense, ExpenseStatus } from './expense.ts';

/** The steps of DESIGN §7; any other jump needs `expenses.override_status`. SQL (migration `expenses`) refuses the same ones. */
export const EXPENSE_STEPS = {
  approve: { from: ['pending'], to: 'approved' },
  reject: { from: ['pending'], to: 'rejected' },
  reimburse: { from: ['approved'], to: 'reimbursed' },
  reopen: { from: ['rejected', 'approved', 'reimbursed'], to: 'pending' },
} as const satisfies Record<string, { from: readonly ExpenseStatus[]; to: ExpenseStatus }>;
export type ExpenseStep = keyof typeof EXPENSE_STEPS;

/** Why a step or an edit is not possible; `null` means it is. */
export type Refusal = 'invalid_transition' | 'not_allowed' | 'own_expense' | null;

export type Actor = { readonly access: Access; readonly isSoleMember: boolean };
type Subject = Pick<Expense, 'status' | 'created_by'>;

export function stepRefusal(step: ExpenseStep, expense: Subject, actor: Actor): Refusal {
  const { access } = actor;
  const from: readonly ExpenseStatus[] = EXPENSE_STEPS[step].from;
  if (!from.includes(expense.status)) return 'invalid_transition';
  if (step === 'reopen') return mayReopen(expense, access) ? null : 'not_allowed';
  if (step === 'reimburse') return can(access, 'expenses.reimburse') ? null : 'not_allowed';
  if (!can(access, 'expenses.approve')) return 'not_allowed';
  return step === 'approve' && isOwn(expense, access) && !access.isOwner && !actor.isSoleMember ? 'own_expense' : null;
}

/** The author may hand a refused expense in again; taking back an approval or a payment is a decision like the one it undoes. */
function mayReopen(expense: Subject, access: Access): boolean {
  if (expense.status === 'reimbursed') return can(access, 'expenses.approve') && can(access, 'expenses.reimburse');
  return can(access, 'expenses.approve') || (expense.status === 'rejected' && mayChange(expense, access));
}

/** What was decided stays as it was decided: only pending and rejected expenses change, the rest is reopened first. */
export function expenseEditRefusal(expense: Subject, access: Access): Refusal {
  if (!mayChange(expense, access)) return 'not_allowed';
  return isUndecided(expense) || can(access, 'expenses.override_status') ? null : 'invalid_transition';
}

/** Authors take back what nobody has approved yet; anything else needs the right to delete. */
export function expenseDeleteRefusal(expense: Subject, access: Access): Refusal {
  if (can(access, 'expenses.delete')) return null;
  if (!isOwn(expense, access) || !can(access, 'expenses.update_own')) return 'not_allowed';
  return isUndecided(expense) ? null : 'invalid_transition';
}

/**
 * When money left is often known only after the decision: the day is noted of what the company paid once it is approved, of what the author
 * advanced once it is reimbursed. SQL lets the same two keys write it.
 */
export function paymentDateRefusal(expense: Pick<Expense, 'status' | 'is_reimbursable'>, access: Access): Refusal {
  if (!can(access, 'expenses.update') && !can(access, 'expenses.reimburse')) return 'not_allowed';
  const isPaid = expense.status === 'reimbursed' || (expense.status === 'approved' && !expense.is_reimbursable);
  return isPaid ? null : 'invalid_transition';
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

/** Spec §5 `mark_as_paid_on_approval`: approving a reimbursable expense also marks it reimbursed. */
export function approved(expense: Expense, decision: ExpenseDecision, isPaidOnApproval: boolean): Expense {
  const isPaid = isPaidOnApproval && expense.is_reimbursable;
  return {
    ...expense,
    status: isPaid ? 'reimbursed' : 'approved',
    rejection_reason: '',
    paid_on: isPaid ? decision.today : expense.paid_on,
    decided_by: decision.by,
    decided_at: decision.at,
  };
}

export function rejected(expense: Expense, decision: ExpenseDecision, reason: string): Expense {
  return { ...expense, status: 'rejected', rejection_reason: requiredReason(reason), decided_by: decision.by, decided_at: decision.at };
}

/** Paid today, unless the company paid and somebody noted when. */
export function reimbursed(expense: Expense, decision: ExpenseDecision): Expense {
  const noted = expense.is_reimbursable ? null : expense.paid_on;
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
    decided_by: null,
    decided_at: null,
  };
}

function requiredReason(reason: string): string {
  const text = reason.trim();
  if (text === '') throw new AppError('invalid_input', { issues: [{ path: 'reason', message: 'required' }] });
  if (text.length > 1000) throw new AppError('invalid_input', { issues: [{ path: 'reason', message: 'tooLong' }] });
  return text;
}
