import type { SyncIssue } from '#data/changes/issue.ts';

const BOOKKEEPING = new Set([
  'id',
  'company_id',
  'created_at',
  'updated_at',
  'rev',
  'created_by',
  'expense_key',
  'path',
  'sha256',
  'leased',
]);
/** What a refused invoice froze when its device issued it: nothing that could be told in a cell, and its server has none. */
const FROZEN = new Set(['seller', 'buyer', 'tax_breakdown', 'tax_point']);
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The fields a person has to compare: those in question, or, where the whole record is in question, those that differ. */
export function comparedFields(issue: SyncIssue): string[] {
  if (issue.kind === 'conflict' && issue.fields.length > 0) return issue.fields.filter((field) => field !== 'leased');
  const mine = (issue.mine ?? {}) as Readonly<Record<string, unknown>>;
  const other = (issue.theirs ?? issue.base ?? {}) as Readonly<Record<string, unknown>>;
  const names = [...new Set([...Object.keys(mine), ...Object.keys(other)])].filter(
    (name) => !BOOKKEEPING.has(name) && !(issue.kind === 'rejected' && FROZEN.has(name)),
  );
  const hasValue = (value: unknown) => value !== null && value !== undefined && value !== '' && value !== false;
  return names.filter((name) => !isSame(mine[name], other[name]) && (hasValue(mine[name]) || hasValue(other[name])));
}
