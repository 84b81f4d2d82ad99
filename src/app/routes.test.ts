import { describe, expect, test } from 'vitest';
import { readLocale } from '#build/locales.ts';
import { navigation } from './shell/navigation.ts';
import { routeOf, routes } from './routes.tsx';
import { headline } from './use-document-title.ts';

const texts = readLocale('locales', 'en') as Record<string, { title: Record<string, string> }>;
const titleOf = (path: string) => {
  const [namespace = '', key = ''] = routeOf(path)?.title.split(':title.') ?? [];
  return headline(texts[namespace]?.title[key] ?? '');
};

describe('route table', () => {
  test('no path is listed twice', () => {
    expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length);
  });

  test.each([
    ['/finance/dashboard', 'Finance Dashboard'],
    ['/finance/vendors', 'Vendors'],
    ['/finance/expenses', 'Expenses'],
    ['/finance/expenses/create', 'Create Expense'],
    ['/finance/expenses/0190d0e0-0000-7000-8000-000000000001/edit', 'Edit Expense'],
    ['/finance/expenses/0190d0e0-0000-7000-8000-000000000001', 'Expense Details'],
    ['/finance/products', 'Products'],
    ['/finance/products/create', 'Create Product'],
    ['/finance/products/0190d0e0-0000-7000-8000-000000000001/edit', 'Edit Product'],
    ['/finance/products/0190d0e0-0000-7000-8000-000000000001', 'Product Details'],
    ['/finance/customers', 'Customers'],
    ['/finance/customers/create', 'Create Customer'],
    ['/finance/customers/0190d0e0-0000-7000-8000-000000000001/edit', 'Edit Customer'],
    ['/finance/recurring-expenses/create', 'Create Recurring Expense'],
    ['/finance/recurring-expenses/0190d0e0-0000-7000-8000-000000000001', 'View Recurring Expense'],
    ['/finance/recurring-invoices/0190d0e0-0000-7000-8000-000000000001', 'Recurring Invoice Details'],
    ['/system/log', 'System Log'],
  ])('%s is titled as the specification says: %s', (path, title) => {
    expect(titleOf(path)).toBe(title);
  });

  test.each([
    ['logged_out', ['/auth/login', '/auth/register', '/auth/password-reset', '/auth/set-new-password']],
    ['bare', ['/auth/confirm', '/auth/invitation']],
    ['top_bar', ['/company/accept-invite', '/company/select-current', '/accessibility']],
  ])('the %s layout has the pages the specification gives it, and what is said of accessibility', (layout, paths) => {
    expect(routes.filter((route) => route.layout === layout).map(({ path }) => path)).toEqual(paths);
  });

  test('signed out, only the pages of the account and what is said of accessibility are open', () => {
    const open = routes.filter(({ access }) => access === 'public' || access === 'open').map(({ path }) => path);
    expect(open.filter((path) => !path.startsWith('/auth/'))).toEqual(['/accessibility']);
  });

  test('the navigation and the n key lead to pages that exist', () => {
    const targets = [
      ...navigation.flatMap(({ items }) => items.map(({ path }) => path)),
      ...routes.flatMap(({ createPath = [] }) => createPath),
    ];
    expect(targets.filter((path) => !routeOf(path))).toEqual([]);
  });

  test('an unknown path has no route', () => {
    expect(routeOf('/finance/nothing/here')).toBeUndefined();
  });
});
