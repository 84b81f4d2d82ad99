import { expect, test } from 'vitest';
import { expenseOf } from '#tests/sync/records.ts';
import { isTwinAsked, openTwins } from './expense-twins.ts';
import type { Expense } from './expense.ts';

const expense = (id: string, at: string, more: Partial<Expense> = {}): Expense => ({
  ...expenseOf({ id, company_id: 'c', at }, 'Taxi', 'me', 'cab', 24.5),
  expense_date: '2026-03-01',
  ...more,
});
const first = expense('b', '2026-03-01T10:00:00Z');
const second = expense('a', '2026-03-02T09:00:00Z');

test('[SYNC-49] equal expenses of two devices are asked about until somebody says that one is another, or decides', () => {
  expect(openTwins([second, first])).toEqual([{ expense: second, earlier: first }]); // on every device the same one
  expect(openTwins([first, { ...second, is_separate: true }])).toEqual([]);
  expect(openTwins([first, { ...second, recurring_expense_id: 's' }])).toEqual([]);
  expect(openTwins([{ ...first, is_separate: true }, second])).toHaveLength(1); // that was about another one, before
  for (const status of ['approved', 'rejected', 'reimbursed'] as const) expect(openTwins([first, { ...second, status }])).toEqual([]);
  expect(openTwins([{ ...first, status: 'reimbursed' }, second])).toHaveLength(1);
  expect(openTwins([{ ...first, status: 'rejected' }, second])).toEqual([]); // handed in anew
});

test.each([{ amount: 24.51 }, { currency: 'USD' }, { vendor_id: null }, { expense_date: '2026-03-02' }])(
  'another expense is no twin: %o',
  (other) => expect(openTwins([first, { ...second, ...other }])).toEqual([]),
);

test('[SYNC-49] who captures an expense is asked about an equal one', () => {
  expect(isTwinAsked(second, null)).toBe(true);
});

test('[SYNC-49] an edit that leaves vendor, amount, currency and day as they were is not asked about', () => {
  expect(isTwinAsked({ ...second, amount: 24.5 }, second)).toBe(false);
});

test.each([{ amount: 24.51 }, { amount: null }, { currency: 'USD' }, { vendor_id: null }, { expense_date: '2026-03-02' }])(
  '[SYNC-49] an edit that may make an expense equal to another one is asked about, unless it was called another one: %o',
  (change) => {
    expect(isTwinAsked({ ...second, ...change }, second)).toBe(true);
    expect(isTwinAsked({ ...second, ...change, is_separate: true }, second)).toBe(false);
  },
);
