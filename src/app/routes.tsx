import { matchPath } from 'react-router-dom';
import { type AppRoute, inCompany, readsList } from './app-route.ts';
import { lazyPage } from './lazy-page.tsx';
import { insightRoutes } from './insight-routes.tsx';
import { masterDataRoutes } from './master-data-routes.tsx';
import { recurringRoutes } from './recurring-routes.tsx';
import { settingsRoutes } from './settings-routes.tsx';

const loggedOut = { layout: 'logged_out', access: 'public' } as const;

const viewExpenses = ['expenses.view', 'expenses.view_own'] as const;
const newExpense = '/finance/expenses/create';
const newInvoice = '/finance/invoices/create';

/** Every screen of the app. Each exists in English and, under `/de`, in German: the prefix is the router's basename. */
export const routes: readonly AppRoute[] = [
  {
    path: '/',
    ...inCompany,
    title: 'navigation:title.home',
    page: lazyPage(async () => (await import('#features/home/HomePage.tsx')).HomePage),
    readAhead: async (start) => (await import('#data/first-page/first-questions.ts')).readFirstOfHome(start),
  },
  {
    path: '/auth/login',
    ...loggedOut,
    title: 'navigation:title.login',
    page: lazyPage(async () => (await import('#features/auth/LoginPage.tsx')).LoginPage),
  },
  {
    path: '/auth/register',
    ...loggedOut,
    title: 'navigation:title.register',
    page: lazyPage(async () => (await import('#features/auth/RegisterPage.tsx')).RegisterPage),
  },
  {
    path: '/auth/password-reset',
    ...loggedOut,
    title: 'navigation:title.passwordReset',
    page: lazyPage(async () => (await import('#features/auth/PasswordResetPage.tsx')).PasswordResetPage),
  },
  {
    path: '/auth/set-new-password',
    ...loggedOut,
    title: 'navigation:title.setNewPassword',
    page: lazyPage(async () => (await import('#features/auth/SetNewPasswordPage.tsx')).SetNewPasswordPage),
  },
  {
    path: '/auth/confirm',
    layout: 'bare',
    access: 'public',
    title: 'navigation:title.confirm',
    page: lazyPage(async () => (await import('#features/auth/ConfirmPage.tsx')).ConfirmPage),
  },
  {
    path: '/auth/invitation',
    layout: 'bare',
    access: 'open',
    title: 'navigation:title.invitation',
    page: lazyPage(async () => (await import('#features/company/InvitationPage.tsx')).InvitationPage),
  },
  {
    path: '/company/accept-invite',
    layout: 'top_bar',
    access: 'signed_in',
    title: 'navigation:title.acceptInvite',
    page: lazyPage(async () => (await import('#features/company/AcceptInvitePage.tsx')).AcceptInvitePage),
  },
  {
    path: '/company/select-current',
    layout: 'top_bar',
    access: 'signed_in',
    title: 'navigation:title.selectCompany',
    page: lazyPage(async () => (await import('#features/company/SelectCompanyPage.tsx')).SelectCompanyPage),
  },
  {
    path: '/finance/invoices',
    ...inCompany,
    title: 'navigation:title.invoices',
    permissions: ['invoices.view'],
    createPath: newInvoice,
    page: lazyPage(async () => (await import('#features/invoices/InvoiceListPage.tsx')).InvoiceListPage),
    ...readsList('invoices'),
  },
  {
    path: '/finance/invoices/create',
    ...inCompany,
    title: 'navigation:title.createInvoice',
    permissions: ['invoices.create'],
    page: lazyPage(async () => (await import('#features/invoices/InvoiceEditPage.tsx')).InvoiceEditPage),
  },
  {
    path: '/finance/invoices/numbers',
    ...inCompany,
    title: 'navigation:title.invoiceNumbers',
    permissions: ['invoices.view'],
    page: lazyPage(async () => (await import('#features/invoices/NumberGapsPage.tsx')).NumberGapsPage),
  },
  {
    path: '/finance/invoices/delivery-notes',
    ...inCompany,
    title: 'navigation:title.deliveryNotes',
    permissions: ['invoices.view'],
    page: lazyPage(async () => (await import('#features/invoices/DeliveryNoteListPage.tsx')).DeliveryNoteListPage),
  },
  {
    path: '/finance/reminders',
    ...inCompany,
    title: 'navigation:title.reminders',
    permissions: ['invoices.view'],
    page: lazyPage(async () => (await import('#features/reminders/RemindersPage.tsx')).RemindersPage),
  },
  {
    path: '/finance/invoices/:id/edit',
    ...inCompany,
    title: 'navigation:title.editInvoice',
    permissions: ['invoices.update'],
    page: lazyPage(async () => (await import('#features/invoices/InvoiceEditPage.tsx')).InvoiceEditPage),
  },
  {
    path: '/finance/invoices/:id/correct',
    ...inCompany,
    title: 'navigation:title.correctInvoice',
    permissions: ['invoices.cancel'],
    page: lazyPage(async () => (await import('#features/invoices/CorrectInvoicePage.tsx')).CorrectInvoicePage),
  },
  {
    path: '/finance/invoices/:id',
    ...inCompany,
    title: 'navigation:title.invoice',
    permissions: ['invoices.view'],
    createPath: newInvoice,
    page: lazyPage(async () => (await import('#features/invoices/InvoiceDetailPage.tsx')).InvoiceDetailPage),
  },
  {
    path: '/finance/expenses',
    ...inCompany,
    title: 'navigation:title.expenses',
    permissions: viewExpenses,
    createPath: newExpense,
    page: lazyPage(async () => (await import('#features/expenses/ExpenseListPage.tsx')).ExpenseListPage),
    ...readsList('expenses'),
  },
  {
    path: '/finance/expenses/create',
    ...inCompany,
    title: 'navigation:title.createExpense',
    permissions: ['expenses.create'],
    page: lazyPage(async () => (await import('#features/expenses/ExpenseEditPage.tsx')).ExpenseEditPage),
  },
  {
    path: '/finance/expenses/:id/edit',
    ...inCompany,
    title: 'navigation:title.editExpense',
    permissions: ['expenses.update', 'expenses.update_own'],
    page: lazyPage(async () => (await import('#features/expenses/ExpenseEditPage.tsx')).ExpenseEditPage),
  },
  {
    path: '/finance/expenses/:id',
    ...inCompany,
    title: 'navigation:title.expense',
    permissions: viewExpenses,
    createPath: newExpense,
    page: lazyPage(async () => (await import('#features/expenses/ExpenseDetailPage.tsx')).ExpenseDetailPage),
  },
  {
    path: '/finance/payments',
    ...inCompany,
    title: 'navigation:title.payments',
    permissions: ['payments.view'],
    page: lazyPage(async () => (await import('#features/payments/PaymentListPage.tsx')).PaymentListPage),
    ...readsList('payments'),
  },
  ...masterDataRoutes,
  {
    path: '/sync',
    ...inCompany,
    title: 'navigation:title.sync',
    page: lazyPage(async () => (await import('#features/sync-centre/SyncCentrePage.tsx')).SyncCentrePage),
  },
  ...settingsRoutes,
  ...recurringRoutes,
  ...insightRoutes,
];

/** Every drawing of the screen asks several times, and each path of the table is made a pattern to answer. */
const known = new Map<string, AppRoute | undefined>();
const KNOWN = 50;

/** The route of a path, without the language's prefix. */
export function routeOf(pathname: string): AppRoute | undefined {
  if (!known.has(pathname)) {
    if (known.size >= KNOWN) known.clear();
    known.set(
      pathname,
      routes.find(({ path }) => matchPath(path, pathname) !== null),
    );
  }
  return known.get(pathname);
}
