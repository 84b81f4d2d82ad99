import type { SyncIssue } from '#data/device/issue.ts';

const KNOWN = [
  'not_allowed',
  'invalid_transition',
  'missing_parent',
  'own_expense',
  'reason_required',
  'expense_locked',
  'not_a_member',
] as const;
export type ReasonKey = (typeof KNOWN)[number] | 'duplicate' | 'constraint' | 'required' | 'too_long' | 'in_use' | 'unknown';

/** Which sentence tells why the server refused: by the machine key it gave, else by the SQLSTATE. */
export function refusalReason({ code, message, details }: Pick<SyncIssue, 'code' | 'message' | 'details'>): ReasonKey {
  const known = KNOWN.find((key) => key === message || key === details);
  if (known) return known;
  switch (code) {
    case '42501':
      return 'not_allowed';
    case '23505':
      return 'duplicate';
    case '23503':
      return 'in_use';
    case '23514':
      return 'constraint';
    case '23502':
      return 'required';
    case '22001':
      return 'too_long';
    default:
      return 'unknown';
  }
}
