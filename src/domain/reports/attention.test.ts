import { expect, test } from 'vitest';
import type { Access, PermissionKey } from '#domain/access/access.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { needsOf, pressing } from './attention.ts';
import type { Books } from './books.ts';
import { addCells, type OpenSums } from './cell.ts';
import { expenseCells } from './expense-cells.ts';

const [ME, COLLEAGUE] = ['0190d0e0-0000-7000-8000-000000000001', '0190d0e0-0000-7000-8000-000000000002'];
const expense = (created_by: string, status: Expense['status']) =>
  ({
    id: '0190d0e0-0000-7000-8000-0000000000e1',
    created_by,
    status,
    amount: 10,
    tax_amount: 0,
    tax_rate: null,
    currency: 'EUR',
    expense_date: '2026-03-01',
    category_id: null,
    paid_on: null,
    is_reimbursable: false,
  }) as unknown as Expense;

function books(...expenses: Expense[]): Books {
  const sums: OpenSums = new Map();
  for (const each of expenses) addCells(sums, expenseCells(each));
  return { invoices: new Map(), payments: new Map(), expenses: sums };
}
const as = (...keys: PermissionKey[]): Access => ({ userId: ME, isOwner: false, isAdmin: false, keys: new Set(keys) }) as unknown as Access;
const needs = (held: Books, access: Access, failed = { invoices: 0, expenses: 0 }) =>
  needsOf(held, { today: '2026-03-10', access, isSoleMember: false, syncIssues: 0, failed });

test('who may approve is told of what colleagues handed in, not of own expenses', () => {
  const held = books(expense(COLLEAGUE, 'pending'), expense(COLLEAGUE, 'pending'), expense(ME, 'pending'));
  expect(needs(held, as('expenses.view', 'expenses.approve'))).toEqual([{ kind: 'toApprove', count: 2 }]);
  expect(needs(held, as('expenses.view'))).toEqual([]);
});

test('an author is told what was rejected, and nobody else', () => {
  const held = books(expense(ME, 'rejected'), expense(COLLEAGUE, 'rejected'));
  expect(needs(held, as('expenses.view_own'))).toEqual([{ kind: 'refused', count: 1 }]);
});

test('what waits is counted over all currencies and months, each document once though the books count it in their own currency too', () => {
  const sums = (cells: Record<string, bigint[]>) =>
    new Map([
      ['2026-03', new Map(Object.entries(cells))],
      ['2026-04', new Map(Object.entries(cells))],
    ]);
  const held: Books = {
    payments: new Map(),
    expenses: sums({
      [`expense|USD|pending|${COLLEAGUE}`]: [1n, 500n],
      [`expense|EUR<USD|pending|${COLLEAGUE}`]: [1n, 450n],
      [`expensed|EUR|pending|${COLLEAGUE}`]: [9n, 1n],
      [`expense|EUR|rejected|${ME}`]: [2n, 1n],
    }),
    invoices: sums({
      'open|EUR|2026-03-09': [1n, 100n],
      'open|JPY|2026-03-10': [4n, 100n],
      'open|EUR<CHF|2026-03-01': [8n, 100n],
      'refund|GBP': [3n, 100n],
      'draft|EUR|draft': [5n, 100n],
      'draft|CHF|ready_to_issue': [6n, 100n],
    }),
  };
  const all = as('expenses.approve', 'invoices.view', 'invoices.update', 'payments.create');
  expect(needs(held, all)).toEqual([
    { kind: 'toApprove', count: 2 },
    { kind: 'refused', count: 4 },
    { kind: 'overdue', count: 2 },
    { kind: 'refundDue', count: 6 },
    { kind: 'readyToIssue', count: 12 },
    { kind: 'drafts', count: 10 },
  ]);
});

test('a failed generation concerns who may change the series', () => {
  const failed = { invoices: 1, expenses: 2 };
  expect(needs(books(), as('recurring_invoices.update', 'recurring_expenses.update'), failed)).toEqual([
    { kind: 'failedInvoiceSeries', count: 1 },
    { kind: 'failedExpenseSeries', count: 2 },
  ]);
  expect(needs(books(), as('recurring_invoices.view', 'recurring_expenses.view'), failed)).toEqual([]);
});

test('the bell counts what is pressing, neither drafts nor what the chip of the sync says', () => {
  expect(
    pressing([
      { kind: 'syncIssues', count: 4 },
      { kind: 'toApprove', count: 2 },
      { kind: 'overdue', count: 3 },
      { kind: 'drafts', count: 7 },
    ]),
  ).toBe(5);
});
