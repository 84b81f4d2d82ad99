import type { SyncIssue } from '#data/changes/issue.ts';

/** What nobody could tell a difference by: stamps, and what follows from the lines or stands in the number. */
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
  'tax_breakdown',
]);
/** What a refused invoice froze when its device issued it: its server has none of it. */
const FROZEN = new Set(['seller', 'buyer', 'tax_point']);

type Fields = Readonly<Record<string, unknown>>;
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const isNone = (value: unknown) => value === null || value === undefined || value === '' || value === false || value === 0;
const hasValue = (value: unknown) => !isNone(value) && !(Array.isArray(value) && value.length === 0);

/** The fields a person has to compare: those in question, or, where the whole record is in question, those that differ. */
export function comparedFields(issue: SyncIssue): string[] {
  const mine = (issue.mine ?? {}) as Fields;
  const other = (issue.theirs ?? issue.base ?? {}) as Fields;
  const known = (name: string) => !BOOKKEEPING.has(name);
  if (issue.kind === 'conflict' && issue.fields.length > 0)
    return issue.fields.filter(known).flatMap((name) => differing(name, mine[name], other[name], { isAsked: true }));
  const names = [...new Set([...Object.keys(mine), ...Object.keys(other)])].filter(
    (name) => known(name) && !(issue.kind === 'rejected' && FROZEN.has(name)),
  );
  return names.flatMap((name) => differing(name, mine[name], other[name]));
}

/** A field, or of one that holds others, such as the parties of an invoice, those in which the two differ; one that only one side has stays whole. */
function differing(name: string, mine: unknown, other: unknown, { isAsked = false } = {}): string[] {
  // What something is worth in the books reads as one.
  if (name !== 'exchange' && isObject(mine) && isObject(other))
    return [...new Set([...Object.keys(mine), ...Object.keys(other)])].flatMap((key) => differing(`${name}.${key}`, mine[key], other[key]));
  return isAsked || (!isSame(mine, other) && (hasValue(mine) || hasValue(other))) ? [name] : [];
}
