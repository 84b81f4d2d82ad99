import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { expenseFormSchema, expenseInputOf } from './expense-form.ts';

const typed = {
  category_id: null,
  vendor_id: null,
  customer_id: null,
  description: '',
  amount: 119,
  currency: 'EUR',
  tax_rate: 19,
  expense_date: '2026-01-30',
  is_billable: false,
  is_reimbursable: false,
  payment_method: 'card',
} as const;

test('the contained tax follows from amount and rate', () => {
  expect(expenseInputOf(typed, null)).toMatchObject({ tax_amount: 19, paid_on: null });
  expect(expenseInputOf({ ...typed, tax_rate: null }, '2026-02-01')).toMatchObject({ tax_amount: 0, paid_on: '2026-02-01' });
});

test('an expense needs an amount that is not zero; a refund is negative', () => {
  const issue = (amount: number | null) => z.safeParse(expenseFormSchema, { ...typed, amount }).error?.issues[0];
  expect(issue(null)).toMatchObject({ path: ['amount'], message: 'invalidAmount' });
  expect(issue(0)).toMatchObject({ path: ['amount'], message: 'invalidAmount' });
  expect(issue(-5)).toBeUndefined();
});
