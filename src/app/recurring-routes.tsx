import { type AppRoute, inCompany, readsList } from './app-route.ts';
import { lazyPage } from './lazy-page.tsx';

/** What repeats: invoices that are made from a template, and expenses that come back. */
export const recurringRoutes: readonly AppRoute[] = [
  {
    path: '/finance/recurring-invoices',
    ...inCompany,
    title: 'navigation:title.recurringInvoices',
    permissions: ['recurring_invoices.view'],
    createPath: '/finance/recurring-invoices/create',
    page: lazyPage(async () => (await import('#features/recurring-invoices/RecurringInvoiceListPage.tsx')).RecurringInvoiceListPage),
    ...readsList('recurring_invoices'),
  },
  {
    path: '/finance/recurring-invoices/create',
    ...inCompany,
    title: 'navigation:title.createRecurringInvoice',
    permissions: ['recurring_invoices.create'],
    page: lazyPage(async () => (await import('#features/recurring-invoices/RecurringInvoiceEditPage.tsx')).RecurringInvoiceEditPage),
  },
  {
    path: '/finance/recurring-invoices/:id/edit',
    ...inCompany,
    title: 'navigation:title.editRecurringInvoice',
    permissions: ['recurring_invoices.update'],
    page: lazyPage(async () => (await import('#features/recurring-invoices/RecurringInvoiceEditPage.tsx')).RecurringInvoiceEditPage),
  },
  {
    path: '/finance/recurring-invoices/:id',
    ...inCompany,
    title: 'navigation:title.recurringInvoice',
    permissions: ['recurring_invoices.view'],
    createPath: '/finance/recurring-invoices/create',
    page: lazyPage(async () => (await import('#features/recurring-invoices/RecurringInvoiceDetailPage.tsx')).RecurringInvoiceDetailPage),
  },
  {
    path: '/finance/recurring-expenses',
    ...inCompany,
    title: 'navigation:title.recurringExpenses',
    permissions: ['recurring_expenses.view'],
    createPath: '/finance/recurring-expenses/create',
    page: lazyPage(async () => (await import('#features/recurring-expenses/RecurringExpenseListPage.tsx')).RecurringExpenseListPage),
    ...readsList('recurring_expenses'),
  },
  {
    path: '/finance/recurring-expenses/create',
    ...inCompany,
    title: 'navigation:title.createRecurringExpense',
    permissions: ['recurring_expenses.create'],
    page: lazyPage(async () => (await import('#features/recurring-expenses/RecurringExpenseEditPage.tsx')).RecurringExpenseEditPage),
  },
  {
    path: '/finance/recurring-expenses/:id/edit',
    ...inCompany,
    title: 'navigation:title.editRecurringExpense',
    permissions: ['recurring_expenses.update'],
    page: lazyPage(async () => (await import('#features/recurring-expenses/RecurringExpenseEditPage.tsx')).RecurringExpenseEditPage),
  },
  {
    path: '/finance/recurring-expenses/:id',
    ...inCompany,
    title: 'navigation:title.recurringExpense',
    permissions: ['recurring_expenses.view'],
    createPath: '/finance/recurring-expenses/create',
    page: lazyPage(async () => (await import('#features/recurring-expenses/RecurringExpenseDetailPage.tsx')).RecurringExpenseDetailPage),
  },
];
