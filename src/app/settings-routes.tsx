import { type AppRoute, inCompany } from './app-route.ts';
import { lazyPage } from './lazy-page.tsx';

/** What a company, a person and this device can set. */
export const settingsRoutes: readonly AppRoute[] = [
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
