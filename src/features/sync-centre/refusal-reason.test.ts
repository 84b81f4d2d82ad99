import { expect, test } from 'vitest';
import { refusalReason } from './refusal-reason.ts';

test("the server's own key decides", () => {
  expect(refusalReason({ code: 'P0001', message: 'own_expense', details: 'status' })).toBe('own_expense');
  expect(refusalReason({ code: '23503', message: 'missing_parent', details: 'vendor_id' })).toBe('missing_parent');
});

test('without a key the kind of refusal decides', () => {
  expect(refusalReason({ code: '42501', message: 'new row violates row-level security policy', details: null })).toBe('not_allowed');
  expect(refusalReason({ code: '23505', message: 'duplicate key value', details: 'number' })).toBe('duplicate');
  expect(refusalReason({ code: 'XX000', message: 'boom', details: null })).toBe('unknown');
});
