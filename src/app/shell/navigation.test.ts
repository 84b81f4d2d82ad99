import { expect, test } from 'vitest';
import type { Access } from '#domain/access/access.ts';
import { DIRECTORY_NAMES } from '#domain/directories.ts';
import { visibleNavigation } from './navigation.ts';

const access = (keys: string[], isOwner = false): Access => ({ userId: 'u', isOwner, isAdmin: false, keys: new Set(keys) });
const keysOf = (who: Access) => visibleNavigation(who).flatMap(({ items }) => items.map(({ key }) => key));

test('an owner sees everything there is', () => {
  expect(keysOf(access([], true))).toEqual([
    'dashboard',
    'invoices',
    'recurring_invoices',
    'payments',
    'expenses',
    'recurring_expenses',
    'reports',
    ...DIRECTORY_NAMES,
    'expense_categories',
    'activity',
    'sync',
    'settings',
  ]);
});

test('an employee with own expenses sees no master data', () => {
  expect(keysOf(access(['expenses.view_own', 'expenses.create']))).toEqual(['expenses', 'sync', 'settings']);
});

test('nobody loses the way to what waits on this device', () => {
  expect(keysOf(access([]))).toEqual(['sync', 'settings']);
});
