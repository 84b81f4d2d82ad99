import { RECORD_GONE } from '#data/receipts/receipt-questions.ts';
import type { SyncIssue } from '#data/changes/issue.ts';

/** `gone`: its record was deleted, it needs another expense · `refused`: it can be tried again. */
export type UploadQuestion = {
  readonly kind: 'gone' | 'refused';
  readonly issue: SyncIssue;
  /** Key of the sentence under `receipts.reason`; null where the record itself was refused, and its refusal says why. */
  readonly reason: UploadReason | null;
};

const REASONS = [
  'not_allowed',
  'file_too_large',
  'file_type_refused',
  'storage_failed',
  'stored_differs',
  'expense_deleted',
  'receipt_deleted',
] as const;
export type UploadReason = (typeof REASONS)[number] | 'unknown';

/** What a person has to decide about a receipt that waits on this device; null when it only waits. */
export function uploadQuestion(fileId: string, issues: readonly SyncIssue[]): UploadQuestion | null {
  const issue = issues.find(({ collection, doc_id }) => collection === 'files' && doc_id === fileId);
  if (!issue) return null;
  const named = REASONS.find((reason) => reason === issue.details) ?? 'unknown';
  if (issue.code === RECORD_GONE) return { kind: 'gone', issue, reason: named };
  if (issue.message === 'missing_parent') return { kind: 'gone', issue, reason: 'expense_deleted' };
  if (issue.kind === 'deleted_there') return { kind: 'gone', issue, reason: 'receipt_deleted' };
  return { kind: 'refused', issue, reason: isOfUpload(issue) ? named : null };
}

/** A refused upload, rather than a refused record. */
export const isOfUpload = (issue: SyncIssue): boolean => issue.id.endsWith(':upload');
