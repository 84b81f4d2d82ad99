import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type ExpenseFormValues, expenseFormSchema, expenseFormValues, expenseInputOf } from './expense-form.ts';

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
  paid_on: null,
  payment_method: 'card',
} as const;

test('the contained tax follows from amount and rate', () => {
  expect(expenseInputOf(typed, typed, 'DE')).toMatchObject({ tax_amount: 19 });
  expect(expenseInputOf({ ...typed, tax_rate: null }, typed, 'DE')).toMatchObject({ tax_amount: 0 });
});

test('the day of payment is typed where the company paid; for what the author advanced it is the step’s that reimburses', () => {
  const paid = { ...typed, paid_on: '2026-02-01' };
  const advanced = { ...typed, is_reimbursable: true };
  const paidOn = (values: ExpenseFormValues, before: ExpenseFormValues) => expenseInputOf(values, before, 'DE').paid_on;
  expect(paidOn(paid, typed)).toBe('2026-02-01');
  expect(paidOn({ ...paid, is_reimbursable: true }, paid)).toBeNull();
  expect(paidOn({ ...advanced, paid_on: null }, { ...advanced, paid_on: '2026-02-05' })).toBe('2026-02-05');
});

test('an expense needs an amount that is not zero; a refund is negative', () => {
  const issue = (amount: number | null) => z.safeParse(expenseFormSchema, { ...typed, amount }).error?.issues[0];
  expect(issue(null)).toMatchObject({ path: ['amount'], message: 'invalidAmount' });
  expect(issue(0)).toMatchObject({ path: ['amount'], message: 'invalidAmount' });
  expect(issue(-5)).toBeUndefined();
});

test('a form shows a table only where one rate of the own country does not say it all', () => {
  const line = { rate: 19, net: 100, tax: 19, category: 'domestic', country: 'DE', deductible_percent: 100 } as const;
  const shown = (change: object) => expenseFormValues({ ...typed, tax_amount: 19, tax_lines: [{ ...line, ...change }] }, 'DE').tax_lines;
  expect(shown({})).toEqual([]);
  expect([{ country: 'AT' }, { deductible_percent: 50 }, { net: 100.01, tax: 18.99 }].map((change) => shown(change)?.length)).toEqual([
    1, 1, 1,
  ]);
});

test('a table that does not add up is refused with its place', () => {
  const line = { rate: 19, net: 100, tax: 19, category: 'domestic', country: 'DE', deductible_percent: 100 } as const;
  const issue = (tax_lines: object[]) => z.safeParse(expenseFormSchema, { ...typed, tax_lines }).error?.issues[0];
  expect(issue([line])).toBeUndefined();
  expect(issue([{ ...line, net: 99.99 }])).toMatchObject({ path: ['tax_lines'], message: 'taxSum' });
  expect(issue([{ ...line, net: 97, tax: 22 }])).toMatchObject({ path: ['tax_lines', 0, 'tax'], message: 'taxLine' });
});
