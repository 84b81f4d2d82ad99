import type { ParseKeys } from 'i18next';
import { matchPath } from 'react-router-dom';
import type { PermissionKey } from '#domain/access/access.ts';
import type { RouteAccess } from './access-redirect.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';

/** `default`: app bar and navigation · `top_bar`: only the bar · `logged_out`: the card of the sign-in pages · `bare`: nothing around it. */
export type LayoutName = 'default' | 'top_bar' | 'logged_out' | 'bare';

export type AppRoute = {
  readonly path: string;
  readonly layout: LayoutName;
  readonly access: RouteAccess;
  readonly title: ParseKeys<'navigation'>;
  readonly page: LazyPage;
  /** Any one of them opens the page. */
  readonly permissions?: readonly PermissionKey[];
  /** Where the `n` key leads. */
  readonly createPath?: string;
};

const inCompany = { layout: 'default', access: 'company' } as const;
const loggedOut = { layout: 'logged_out', access: 'public' } as const;

const viewExpenses = ['expenses.view', 'expenses.view_own'] as const;
const newExpense = '/finance/expenses/create';
const newInvoice = '/finance/invoices/create';

/** Every screen of the app. Each exists in English and, under `/de`, in German: the prefix is the router's basename. */
export const routes: readonly AppRoute[] = [
  {
    path: '/',
    ...inCompany,
    title: 'title.home',
    page: lazyPage(async () => (await import('#features/home/HomePage.tsx')).HomePage),
  },
  {
    path: '/auth/login',
    ...loggedOut,
    title: 'title.login',
    page: lazyPage(async () => (await import('#features/auth/LoginPage.tsx')).LoginPage),
  },
  {
    path: '/auth/register',
    ...loggedOut,
    title: 'title.register',
    page: lazyPage(async () => (await import('#features/auth/RegisterPage.tsx')).RegisterPage),
  },
  {
    path: '/auth/password-reset',
    ...loggedOut,
    title: 'title.passwordReset',
    page: lazyPage(async () => (await import('#features/auth/PasswordResetPage.tsx')).PasswordResetPage),
  },
  {
    path: '/auth/set-new-password',
    ...loggedOut,
    title: 'title.setNewPassword',
    page: lazyPage(async () => (await import('#features/auth/SetNewPasswordPage.tsx')).SetNewPasswordPage),
  },
  {
    path: '/auth/confirm',
    layout: 'bare',
    access: 'public',
    title: 'title.confirm',
    page: lazyPage(async () => (await import('#features/auth/ConfirmPage.tsx')).ConfirmPage),
  },
  {
    path: '/auth/invitation',
    layout: 'bare',
    access: 'open',
    title: 'title.invitation',
    page: lazyPage(async () => (await import('#features/company/InvitationPage.tsx')).InvitationPage),
  },
  {
    path: '/company/accept-invite',
    layout: 'top_bar',
    access: 'signed_in',
    title: 'title.acceptInvite',
    page: lazyPage(async () => (await import('#features/company/InvitationPage.tsx')).InvitationPage),
  },
  {
    path: '/company/select-current',
    layout: 'top_bar',
    access: 'signed_in',
    title: 'title.selectCompany',
    page: lazyPage(async () => (await import('#features/company/SelectCompanyPage.tsx')).SelectCompanyPage),
  },
  {
    path: '/finance/invoices',
    ...inCompany,
    title: 'title.invoices',
    permissions: ['invoices.view'],
    createPath: newInvoice,
    page: lazyPage(async () => (await import('#features/invoices/InvoiceListPage.tsx')).InvoiceListPage),
  },
  {
    path: '/finance/invoices/create',
    ...inCompany,
    title: 'title.createInvoice',
    permissions: ['invoices.create'],
    page: lazyPage(async () => (await import('#features/invoices/InvoiceEditPage.tsx')).InvoiceEditPage),
  },
  {
    path: '/finance/invoices/:id/edit',
    ...inCompany,
    title: 'title.editInvoice',
    permissions: ['invoices.update'],
    page: lazyPage(async () => (await import('#features/invoices/InvoiceEditPage.tsx')).InvoiceEditPage),
  },
  {
    path: '/finance/invoices/:id',
    ...inCompany,
    title: 'title.invoice',
    permissions: ['invoices.view'],
    createPath: newInvoice,
    page: lazyPage(async () => (await import('#features/invoices/InvoiceDetailPage.tsx')).InvoiceDetailPage),
  },
  {
    path: '/finance/expenses',
    ...inCompany,
    title: 'title.expenses',
    permissions: viewExpenses,
    createPath: newExpense,
    page: lazyPage(async () => (await import('#features/expenses/ExpenseListPage.tsx')).ExpenseListPage),
  },
  {
    path: '/finance/expenses/create',
    ...inCompany,
    title: 'title.createExpense',
    permissions: ['expenses.create'],
    page: lazyPage(async () => (await import('#features/expenses/ExpenseEditPage.tsx')).ExpenseEditPage),
  },
  {
    path: '/finance/expenses/:id/edit',
    ...inCompany,
    title: 'title.editExpense',
    permissions: ['expenses.update', 'expenses.update_own'],
    page: lazyPage(async () => (await import('#features/expenses/ExpenseEditPage.tsx')).ExpenseEditPage),
  },
  {
    path: '/finance/expenses/:id',
    ...inCompany,
    title: 'title.expense',
    permissions: viewExpenses,
    createPath: newExpense,
    page: lazyPage(async () => (await import('#features/expenses/ExpenseDetailPage.tsx')).ExpenseDetailPage),
  },
  {
    path: '/finance/payments',
    ...inCompany,
    title: 'title.payments',
    permissions: ['payments.view'],
    page: lazyPage(async () => (await import('#features/payments/PaymentListPage.tsx')).PaymentListPage),
  },
  {
    path: '/finance/vendors',
    ...inCompany,
    title: 'title.vendors',
    permissions: ['vendors.view'],
    createPath: '/finance/vendors/create',
    page: lazyPage(async () => (await import('#features/vendors/VendorListPage.tsx')).VendorListPage),
  },
  {
    path: '/finance/vendors/create',
    ...inCompany,
    title: 'title.createVendor',
    permissions: ['vendors.create'],
    page: lazyPage(async () => (await import('#features/vendors/VendorEditPage.tsx')).VendorEditPage),
  },
  {
    path: '/finance/vendors/:id/edit',
    ...inCompany,
    title: 'title.editVendor',
    permissions: ['vendors.update'],
    page: lazyPage(async () => (await import('#features/vendors/VendorEditPage.tsx')).VendorEditPage),
  },
  {
    path: '/finance/vendors/:id',
    ...inCompany,
    title: 'title.vendor',
    permissions: ['vendors.view'],
    createPath: '/finance/vendors/create',
    page: lazyPage(async () => (await import('#features/vendors/VendorDetailPage.tsx')).VendorDetailPage),
  },
  {
    path: '/finance/customers',
    ...inCompany,
    title: 'title.customers',
    permissions: ['customers.view'],
    createPath: '/finance/customers/create',
    page: lazyPage(async () => (await import('#features/customers/CustomerListPage.tsx')).CustomerListPage),
  },
  {
    path: '/finance/customers/create',
    ...inCompany,
    title: 'title.createCustomer',
    permissions: ['customers.create'],
    page: lazyPage(async () => (await import('#features/customers/CustomerEditPage.tsx')).CustomerEditPage),
  },
  {
    path: '/finance/customers/:id/edit',
    ...inCompany,
    title: 'title.editCustomer',
    permissions: ['customers.update'],
    page: lazyPage(async () => (await import('#features/customers/CustomerEditPage.tsx')).CustomerEditPage),
  },
  {
    path: '/finance/customers/:id',
    ...inCompany,
    title: 'title.customer',
    permissions: ['customers.view'],
    createPath: '/finance/customers/create',
    page: lazyPage(async () => (await import('#features/customers/CustomerDetailPage.tsx')).CustomerDetailPage),
  },
  {
    path: '/finance/products',
    ...inCompany,
    title: 'title.products',
    permissions: ['products.view'],
    createPath: '/finance/products/create',
    page: lazyPage(async () => (await import('#features/products/ProductListPage.tsx')).ProductListPage),
  },
  {
    path: '/finance/products/create',
    ...inCompany,
    title: 'title.createProduct',
    permissions: ['products.create'],
    page: lazyPage(async () => (await import('#features/products/ProductEditPage.tsx')).ProductEditPage),
  },
  {
    path: '/finance/products/:id/edit',
    ...inCompany,
    title: 'title.editProduct',
    permissions: ['products.update'],
    page: lazyPage(async () => (await import('#features/products/ProductEditPage.tsx')).ProductEditPage),
  },
  {
    path: '/finance/products/:id',
    ...inCompany,
    title: 'title.product',
    permissions: ['products.view'],
    createPath: '/finance/products/create',
    page: lazyPage(async () => (await import('#features/products/ProductDetailPage.tsx')).ProductDetailPage),
  },
  {
    path: '/finance/expense-categories',
    ...inCompany,
    title: 'title.categories',
    permissions: ['expense_categories.manage'],
    createPath: '/finance/expense-categories/create',
    page: lazyPage(async () => (await import('#features/expense-categories/CategoryListPage.tsx')).CategoryListPage),
  },
  {
    path: '/finance/expense-categories/create',
    ...inCompany,
    title: 'title.createCategory',
    permissions: ['expense_categories.manage'],
    page: lazyPage(async () => (await import('#features/expense-categories/CategoryEditPage.tsx')).CategoryEditPage),
  },
  {
    path: '/finance/expense-categories/:id/edit',
    ...inCompany,
    title: 'title.editCategory',
    permissions: ['expense_categories.manage'],
    page: lazyPage(async () => (await import('#features/expense-categories/CategoryEditPage.tsx')).CategoryEditPage),
  },
  {
    path: '/sync',
    ...inCompany,
    title: 'title.sync',
    page: lazyPage(async () => (await import('#features/sync-centre/SyncCentrePage.tsx')).SyncCentrePage),
  },
  {
    path: '/settings/offline',
    ...inCompany,
    title: 'title.offline',
    page: lazyPage(async () => (await import('#features/settings/OfflineSettingsPage.tsx')).OfflineSettingsPage),
  },
  {
    path: '/settings/invoice',
    ...inCompany,
    title: 'title.settingsInvoice',
    page: lazyPage(async () => (await import('#features/settings/InvoiceSettingsPage.tsx')).InvoiceSettingsPage),
  },
  {
    path: '/settings/company',
    ...inCompany,
    title: 'title.settingsCompany',
    page: lazyPage(async () => (await import('#features/settings/CompanySettingsPage.tsx')).CompanySettingsPage),
  },
  {
    path: '/settings/expenses',
    ...inCompany,
    title: 'title.settingsExpenses',
    page: lazyPage(async () => (await import('#features/settings/ExpenseSettingsPage.tsx')).ExpenseSettingsPage),
  },
];

/** The route of a path, without the language's prefix. */
export const routeOf = (pathname: string): AppRoute | undefined => routes.find(({ path }) => matchPath(path, pathname) !== null);
