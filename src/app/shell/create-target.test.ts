import { expect, test } from 'vitest';
import { type PermissionKey, PERMISSION_KEYS } from '#domain/access/access.ts';
import { createTargets, NEW_PAYMENT } from './create-target.ts';

const may = (...keys: PermissionKey[]) => ({ userId: 'u', isOwner: false, isAdmin: false, keys: new Set(keys) });
const everything = may(...PERMISSION_KEYS);
const daily = ['/finance/expenses/create', '/finance/invoices/create', NEW_PAYMENT];

test.each([
  ['/finance/invoices', []],
  ['/finance/vendors', ['/finance/vendors/create']],
  ['/finance/customers/0190d0e0-0000-7000-8000-000000000001/edit', ['/finance/customers/create']],
  ['/finance/products/import', ['/finance/products/create']],
  ['/finance/payments', []],
  ['/', []],
])('on %s "+" offers %j before what is made every day', (pathname, first) => {
  expect(createTargets(pathname, everything).map(({ path }) => path)).toEqual([...first, ...daily]);
});

test('nobody is offered what they may not make', () => {
  expect(createTargets('/finance/vendors', may('vendors.view', 'expenses.create'))).toEqual([
    { texts: 'expenses', path: '/finance/expenses/create' },
  ]);
  expect(createTargets('/', may('payments.create')).map(({ path }) => path)).toEqual([NEW_PAYMENT]);
  expect(createTargets('/finance/vendors', may('vendors.view'))).toEqual([]);
});
