import { expect, test } from 'vitest';
import { expenseRule, knownExpenseRule } from './recurring-expense-form.ts';
import type { RecurringExpense } from './recurring-expense.ts';

const schedule = { start_date: '2026-01-31', end_date: null, last_generated: null, skip_before: null };

test('an interval that this version does not know has no dates instead of wrong ones', () => {
  const fortnightly = { ...schedule, interval: 'fortnightly' as RecurringExpense['interval'] };
  expect(knownExpenseRule(fortnightly)).toBeNull();
  expect(() => expenseRule(fortnightly)).toThrow('Unknown interval: fortnightly');
  expect(knownExpenseRule({ ...schedule, interval: 'weekly' })?.interval).toBe('weekly');
});
