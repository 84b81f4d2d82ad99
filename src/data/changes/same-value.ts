import type { SyncedRecord } from '#domain/shared/record.ts';

/** Deep equality of JSON values; a missing key equals undefined. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  for (const key of Object.keys(left)) if (!sameValue(left[key], right[key])) return false;
  for (const key of Object.keys(right)) if (right[key] !== undefined && !Object.hasOwn(left, key)) return false;
  return true;
}

const BOOKKEEPING = new Set(['created_at', 'updated_at', 'rev']);

/** Whether two versions of a record say the same, apart from the server's bookkeeping. */
export function sameContent(a: SyncedRecord, b: SyncedRecord): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)].filter((key) => !BOOKKEEPING.has(key)));
  return [...keys].every((key) => sameValue((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}
