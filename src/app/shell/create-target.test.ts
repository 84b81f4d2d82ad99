import { expect, test } from 'vitest';
import { type PermissionKey, PERMISSION_KEYS } from '#domain/access/access.ts';
import { createTarget } from './create-target.ts';

const may = (...keys: PermissionKey[]) => ({ userId: 'u', isOwner: false, isAdmin: false, keys: new Set(keys) });
const everything = may(...PERMISSION_KEYS);

test.each([
  ['/finance/invoices', '/finance/invoices/create'],
  ['/finance/invoices/0190d0e0-0000-7000-8000-000000000001', '/finance/invoices/create'],
  ['/finance/vendors', '/finance/vendors/create'],
  ['/finance/customers/0190d0e0-0000-7000-8000-000000000001/edit', '/finance/customers/create'],
  ['/finance/products/import', '/finance/products/create'],
  ['/finance/expenses', '/finance/expenses/create'],
  ['/finance/payments', '/finance/expenses/create'],
  ['/finance/expense-categories', '/finance/expenses/create'],
  ['/', '/finance/expenses/create'],
])('on %s "+" opens %s', (pathname, path) => {
  expect(createTarget(pathname, everything)?.path).toBe(path);
});

test('where nothing may be made it is an expense, and without that right there is no "+"', () => {
  expect(createTarget('/finance/vendors', may('vendors.view', 'expenses.create'))).toEqual({
    texts: 'expenses',
    path: '/finance/expenses/create',
  });
  expect(createTarget('/finance/vendors', may('vendors.view'))).toBeNull();
});
