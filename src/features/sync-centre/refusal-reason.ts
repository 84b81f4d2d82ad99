import type { SyncIssue } from '#data/changes/issue.ts';
import { AHEAD } from '#data/sync-centre/issues.ts';

const KNOWN = [
  'not_allowed',
  'invalid_transition',
  'missing_parent',
  'own_expense',
  'reason_required',
  'expense_locked',
  'expense_booked',
  'expense_reversed',
  'several_tax_lines',
  'tax_contradicts',
  'tax_lines_wrong',
  'exchange_wrong',
  'payment_booked',
  'payment_reversed',
  'period_closed',
  'period_not_over',
  'not_booked',
  'not_a_member',
  'cannot_issue',
  'replaced_stands',
  'unseen_warnings',
  'over_corrected',
  'not_correctable',
  'not_payable',
  'invoice_frozen',
  'delivered',
  'not_issued',
  'too_many_items',
  'too_many_bank_accounts',
  'currency_mismatch',
  'number_taken',
  'not_a_gap',
  'number_used',
  'lease_ended',
  'lease_unknown',
  'lease_refused',
  'still_in_use',
  'recurring_inactive',
  'not_a_period',
  'too_large',
  'blocked',
  'server',
  'no_answer',
] as const;
const BY_STATE: Readonly<Record<string, ReasonKey>> = {
  '42501': 'not_allowed',
  '23505': 'duplicate',
  '23503': 'still_in_use',
  '23514': 'constraint',
  '23502': 'required',
  '22001': 'too_long',
};
export type ReasonKey = (typeof KNOWN)[number] | 'lease_ahead' | 'duplicate' | 'constraint' | 'required' | 'too_long' | 'unknown';

/** Which sentence tells why the server refused: by the machine key it gave, else by the SQLSTATE. */
export function refusalReason(issue: SyncIssue): ReasonKey {
  if (issue.message === 'cannot_issue' && issue.details?.startsWith('warning.')) return 'unseen_warnings';
  if (issue.message === 'lease_refused' && issue.details === AHEAD) return 'lease_ahead';
  if (issue.message === 'cannot_issue') {
    const missing = issue.details?.split(',') ?? [];
    if (missing.includes('corrects_id')) return 'not_correctable';
    if (missing.includes('items.left')) return 'over_corrected';
  }
  const known = KNOWN.find((key) => key === issue.message || key === issue.details || key === issue.code);
  const reason = known ?? BY_STATE[issue.code ?? ''] ?? 'unknown';
  // To its author an approved expense is simply out of reach; what happened says more than which right is missing.
  return reason === 'not_allowed' && wasDecidedMeanwhile(issue) ? 'expense_locked' : reason;
}

function wasDecidedMeanwhile({ collection, base, theirs }: SyncIssue): boolean {
  if (collection !== 'expenses' || !base || !theirs) return false;
  const [before, now] = [statusOf(base), statusOf(theirs)];
  return before !== now && (now === 'approved' || now === 'reimbursed');
}

const statusOf = (record: object): unknown => ('status' in record ? record.status : undefined);
