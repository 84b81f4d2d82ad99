import { expect, test } from 'vitest';
import { expenseOf } from '#tests/support/finance-records.ts';
import {
  activeFilterCount,
  EVERY_EXPENSE,
  filterFromParams,
  filterToParams,
  isNarrowed,
  NO_CATEGORY,
  passesFilter,
} from './expense-filter.ts';
import type { Expense } from './expense.ts';

const expense = {
  description: 'Zugfahrt nach Köln',
  vendor_id: 'v1',
  category_id: 'c1',
  customer_id: null,
  created_by: 'me',
  status: 'pending',
  number: 'EXP-2026-0007',
  expense_date: '2026-01-30',
} as Expense;
const viewer = { userId: 'me', finds: () => true, lacksReceipt: () => false };
const passes = (change: Partial<typeof EVERY_EXPENSE>) => passesFilter(expense, { ...EVERY_EXPENSE, ...change }, viewer);

test('what the text does not find does not pass', () => {
  const finds = (each: Expense) => each.description.includes('Köln');
  expect(passesFilter(expense, EVERY_EXPENSE, { ...viewer, finds })).toBe(true);
  expect(passesFilter({ ...expense, description: '' }, EVERY_EXPENSE, { ...viewer, finds })).toBe(false);
});

test('each filter narrows', () => {
  expect(passes({ status: 'pending' })).toBe(true);
  expect(passes({ status: 'approved' })).toBe(false);
  expect(passes({ categoryId: 'c2' })).toBe(false);
  expect(passes({ vendorId: 'v2' })).toBe(false);
  expect(passes({ customerId: 'x' })).toBe(false);
  expect(passesFilter({ ...expense, created_by: 'you' }, { ...EVERY_EXPENSE, isMine: true }, viewer)).toBe(false);
});

test('both ends of a date range belong to it', () => {
  expect(passes({ from: '2026-01-30', to: '2026-01-30' })).toBe(true);
  expect(passes({ from: '2026-01-31' })).toBe(false);
  expect(passes({ to: '2026-01-29' })).toBe(false);
});

test('an address gives back the same filter', () => {
  const filter = {
    ...EVERY_EXPENSE,
    sort: 'highest',
    status: 'rejected',
    vendorId: 'v1',
    isMine: true,
    from: '2026-01-01',
    text: 'köln',
  } as const;
  expect(filterFromParams(new URLSearchParams(filterToParams(filter)))).toEqual(filter);
  expect(filterToParams(EVERY_EXPENSE)).toEqual({});
});

test('a missing receipt is asked for by a filter, which its address carries and which narrows the list', () => {
  const filter = { ...EVERY_EXPENSE, lacksReceipt: true };
  expect(filterFromParams(new URLSearchParams(filterToParams(filter)))).toEqual(filter);
  expect(isNarrowed(filter)).toBe(true);
  expect([true, false].map((lacks) => passesFilter(expense, filter, { ...viewer, lacksReceipt: () => lacks }))).toEqual([true, false]);
});

test('nonsense in an address counts as not given', () => {
  expect(filterFromParams(new URLSearchParams('status=paid&sort=best&from=yesterday'))).toEqual(EVERY_EXPENSE);
});

test('the number on the filter button counts what the button hides', () => {
  expect(activeFilterCount({ ...EVERY_EXPENSE, status: 'pending', text: 'x', vendorId: 'v1', from: '2026-01-01', to: '2026-01-31' })).toBe(
    2,
  );
  expect(isNarrowed({ ...EVERY_EXPENSE, text: ' ' })).toBe(false);
});

test('what lies behind a figure: booked, in one currency, by one person, paid in a range, or without category', () => {
  const behind = {
    ...EVERY_EXPENSE,
    currency: 'EUR',
    isBooked: true,
    createdBy: 'me',
    paidFrom: '2026-01-01',
    paidTo: '2026-01-31',
    categoryId: NO_CATEGORY,
  };
  const passes = (values: Partial<Expense>) => passesFilter(expenseOf({ status: 'approved', created_by: 'me', ...values }), behind, viewer);
  expect(passes({})).toBe(true);
  expect(passes({ status: 'pending' })).toBe(false);
  expect(passes({ paid_on: '2026-02-01' })).toBe(false);
  expect(passes({ created_by: 'other' })).toBe(false);
  expect(passes({ currency: 'GBP' })).toBe(false);
  expect(passes({ category_id: 'some' })).toBe(false);
  expect(filterFromParams(new URLSearchParams(filterToParams(behind)))).toEqual(behind);
});

test('what has no rate in the currency of the books', () => {
  const filter = { ...EVERY_EXPENSE, unrated: 'EUR' };
  expect(['USD', 'EUR'].map((currency) => passesFilter(expenseOf({ currency }), filter, viewer))).toEqual([true, false]);
  expect(filterFromParams(new URLSearchParams(filterToParams(filter)))).toEqual(filter);
});
