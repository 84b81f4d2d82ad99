import { expect, test } from 'vitest';
import type { SyncIssue } from '#data/changes/issue.ts';
import { refusalReason } from './refusal-reason.ts';

const issue = (change: Partial<Record<keyof SyncIssue, unknown>>) =>
  ({ collection: 'expenses', code: null, message: null, details: null, base: null, theirs: null, ...change }) as unknown as SyncIssue;

test("the server's own key decides", () => {
  expect(refusalReason(issue({ code: 'P0001', message: 'own_expense', details: 'status' }))).toBe('own_expense');
  expect(refusalReason(issue({ code: '23503', message: 'missing_parent', details: 'vendor_id' }))).toBe('missing_parent');
  expect(refusalReason(issue({ code: '23503', message: 'still_in_use', details: 'vendor_id' }))).toBe('still_in_use');
});

test.each(['currency_mismatch', 'number_taken', 'not_a_gap', 'reason_required'])('%s has a sentence of its own', (message) => {
  expect(refusalReason(issue({ code: 'P0001', message, details: 'number' }))).toBe(message);
});

test('without a key the kind of refusal decides', () => {
  expect(refusalReason(issue({ code: '42501', message: 'new row violates row-level security policy' }))).toBe('not_allowed');
  expect(refusalReason(issue({ code: '23505', message: 'duplicate key value', details: 'number' }))).toBe('duplicate');
  expect(refusalReason(issue({ code: 'XX000', message: 'boom' }))).toBe('unknown');
});

test('an expense that was approved meanwhile is called that, not a missing right', () => {
  const pending = { status: 'pending' };
  expect(refusalReason(issue({ code: '42501', base: pending, theirs: { status: 'approved' } }))).toBe('expense_locked');
  expect(refusalReason(issue({ code: '42501', base: pending, theirs: pending }))).toBe('not_allowed');
});
