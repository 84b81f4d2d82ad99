import {
  type Icon,
  IconBox,
  IconBuildingStore,
  IconCalendarRepeat,
  IconCash,
  IconChartBar,
  IconFileInvoice,
  IconHistory,
  IconReceipt,
  IconRefresh,
  IconReportMoney,
  IconRepeat,
  IconSettings,
  IconTags,
  IconUsers,
} from '@tabler/icons-react';
import { type Access, can, type PermissionKey } from '#domain/access/access.ts';

export type NavigationItem = {
  readonly key:
    | 'dashboard'
    | 'reports'
    | 'invoices'
    | 'recurringInvoices'
    | 'recurringExpenses'
    | 'expenses'
    | 'payments'
    | 'vendors'
    | 'customers'
    | 'products'
    | 'categories'
    | 'activity'
    | 'sync'
    | 'settings';
  readonly path: string;
  readonly icon: Icon;
  readonly permissions: readonly PermissionKey[];
};
export type NavigationGroup = { readonly key: 'finance' | 'masterData' | 'device'; readonly items: readonly NavigationItem[] };

/** Only what exists; what a person may not open is left out. An empty list of permissions is for everybody. */
export const navigation: readonly NavigationGroup[] = [
  {
    key: 'finance',
    items: [
      { key: 'dashboard', path: '/finance/dashboard', icon: IconChartBar, permissions: ['dashboard.view'] },
      { key: 'invoices', path: '/finance/invoices', icon: IconFileInvoice, permissions: ['invoices.view'] },
      { key: 'recurringInvoices', path: '/finance/recurring-invoices', icon: IconRepeat, permissions: ['recurring_invoices.view'] },
      { key: 'payments', path: '/finance/payments', icon: IconCash, permissions: ['payments.view'] },
      { key: 'expenses', path: '/finance/expenses', icon: IconReceipt, permissions: ['expenses.view', 'expenses.view_own'] },
      { key: 'recurringExpenses', path: '/finance/recurring-expenses', icon: IconCalendarRepeat, permissions: ['recurring_expenses.view'] },
      { key: 'reports', path: '/reports', icon: IconReportMoney, permissions: ['reports.view'] },
    ],
  },
  {
    key: 'masterData',
    items: [
      { key: 'vendors', path: '/finance/vendors', icon: IconBuildingStore, permissions: ['vendors.view'] },
      { key: 'customers', path: '/finance/customers', icon: IconUsers, permissions: ['customers.view'] },
      { key: 'products', path: '/finance/products', icon: IconBox, permissions: ['products.view'] },
      { key: 'categories', path: '/finance/expense-categories', icon: IconTags, permissions: ['expense_categories.manage'] },
    ],
  },
  {
    key: 'device',
    items: [
      { key: 'activity', path: '/activity', icon: IconHistory, permissions: ['activity.view'] },
      { key: 'sync', path: '/sync', icon: IconRefresh, permissions: [] },
      { key: 'settings', path: '/settings', icon: IconSettings, permissions: [] },
    ],
  },
];

export function visibleNavigation(access: Access): NavigationGroup[] {
  return navigation
    .map((group) => ({ ...group, items: group.items.filter(({ permissions }) => isAllowed(access, permissions)) }))
    .filter(({ items }) => items.length > 0);
}

export const isAllowed = (access: Access, permissions: readonly PermissionKey[] = []): boolean =>
  permissions.length === 0 || permissions.some((key) => can(access, key));
