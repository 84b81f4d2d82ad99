import { type AppRoute, inCompany } from './app-route.ts';
import { lazyPage } from './lazy-page.tsx';

const invoices = '/finance/recurring-invoices';
const expenses = '/finance/recurring-expenses';

/** What repeats: invoices that are made from a template, and expenses that come back. */
export const recurringRoutes: readonly AppRoute[] = [
  {
    path: invoices,
    ...inCompany,
    title: 'title.recurringInvoices',
    permissions: ['recurring_invoices.view'],
    createPath: `${invoices}/create`,
    page: lazyPage(async () => (await import('#features/recurring-invoices/RecurringInvoiceListPage.tsx')).RecurringInvoiceListPage),
  },
  {
    path: `${invoices}/create`,
    ...inCompany,
    title: 'title.createRecurringInvoice',
    permissions: ['recurring_invoices.create'],
    page: lazyPage(async () => (await import('#features/recurring-invoices/RecurringInvoiceEditPage.tsx')).RecurringInvoiceEditPage),
  },
  {
    path: `${invoices}/:id/edit`,
    ...inCompany,
    title: 'title.editRecurringInvoice',
    permissions: ['recurring_invoices.update'],
    page: lazyPage(async () => (await import('#features/recurring-invoices/RecurringInvoiceEditPage.tsx')).RecurringInvoiceEditPage),
  },
  {
    path: `${invoices}/:id`,
    ...inCompany,
    title: 'title.recurringInvoice',
    permissions: ['recurring_invoices.view'],
    createPath: `${invoices}/create`,
    page: lazyPage(async () => (await import('#features/recurring-invoices/RecurringInvoiceDetailPage.tsx')).RecurringInvoiceDetailPage),
  },
  {
    path: expenses,
    ...inCompany,
    title: 'title.recurringExpenses',
    permissions: ['recurring_expenses.view'],
    createPath: `${expenses}/create`,
    page: lazyPage(async () => (await import('#features/recurring-expenses/RecurringExpenseListPage.tsx')).RecurringExpenseListPage),
  },
  {
    path: `${expenses}/create`,
    ...inCompany,
    title: 'title.createRecurringExpense',
    permissions: ['recurring_expenses.create'],
    page: lazyPage(async () => (await import('#features/recurring-expenses/RecurringExpenseEditPage.tsx')).RecurringExpenseEditPage),
  },
  {
    path: `${expenses}/:id/edit`,
    ...inCompany,
    title: 'title.editRecurringExpense',
    permissions: ['recurring_expenses.update'],
    page: lazyPage(async () => (await import('#features/recurring-expenses/RecurringExpenseEditPage.tsx')).RecurringExpenseEditPage),
  },
  {
    path: `${expenses}/:id`,
    ...inCompany,
    title: 'title.recurringExpense',
    permissions: ['recurring_expenses.view'],
    createPath: `${expenses}/create`,
    page: lazyPage(async () => (await import('#features/recurring-expenses/RecurringExpenseDetailPage.tsx')).RecurringExpenseDetailPage),
  },
];
