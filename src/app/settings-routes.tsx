import type { ComponentType } from 'react';
import { type AppRoute, forEverybody, inCompany } from './app-route.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';

/** A page of settings in its frame, which is loaded with it. */
const settingsPage = (load: () => Promise<ComponentType>): LazyPage =>
  lazyPage(async () => {
    const [{ SettingsFrame }, Page] = await Promise.all([import('#widgets/settings/SettingsFrame.tsx'), load()]);
    return function FramedPage() {
      return (
        <SettingsFrame paths={settingsRoutes.map(({ path }) => path)}>
          <Page />
        </SettingsFrame>
      );
    };
  });

/** What a company, a person and this device can set. Who may open what is `widgets/settings/sections.ts`'s to say. */
export const settingsRoutes: readonly AppRoute[] = [
  {
    path: '/settings',
    ...inCompany,
    title: 'navigation:title.settings',
    page: lazyPage(async () => (await import('#features/settings/SettingsIndexPage.tsx')).SettingsIndexPage),
  },
  {
    path: '/settings/offline',
    ...inCompany,
    title: 'navigation:title.offline',
    page: settingsPage(async () => (await import('#features/settings/OfflineSettingsPage.tsx')).OfflineSettingsPage),
  },
  {
    path: '/settings/invoice',
    ...inCompany,
    permissions: ['settings.invoice'],
    title: 'navigation:title.settingsInvoice',
    page: settingsPage(async () => (await import('#features/settings/InvoiceSettingsPage.tsx')).InvoiceSettingsPage),
  },
  {
    path: '/settings/numbers',
    ...inCompany,
    permissions: ['settings.invoice', 'invoices.lease_numbers', 'invoices.view'],
    title: 'navigation:title.settingsNumbers',
    page: settingsPage(async () => (await import('#features/settings/NumberSettingsPage.tsx')).NumberSettingsPage),
  },
  {
    path: '/settings/reminders',
    ...inCompany,
    permissions: ['settings.invoice'],
    title: 'navigation:title.settingsReminders',
    page: settingsPage(async () => (await import('#features/settings/ReminderSettingsPage.tsx')).ReminderSettingsPage),
  },
  {
    path: '/settings/company',
    ...inCompany,
    permissions: ['company.update'],
    title: 'navigation:title.settingsCompany',
    page: settingsPage(async () => (await import('#features/settings/CompanySettingsPage.tsx')).CompanySettingsPage),
  },
  {
    path: '/settings/expenses',
    ...inCompany,
    permissions: ['settings.expense', 'expense_categories.manage'],
    title: 'navigation:title.settingsExpenses',
    page: settingsPage(async () => (await import('#features/settings/ExpenseSettingsPage.tsx')).ExpenseSettingsPage),
  },
  {
    path: '/settings/recurring',
    ...inCompany,
    permissions: ['settings.invoice'],
    title: 'navigation:title.settingsRecurring',
    page: settingsPage(async () => (await import('#features/settings/RecurringSettingsPage.tsx')).RecurringSettingsPage),
  },
  {
    path: '/settings/profile',
    ...forEverybody,
    title: 'navigation:title.settingsProfile',
    page: settingsPage(async () => (await import('#features/profile/ProfilePage.tsx')).ProfilePage),
  },
  {
    path: '/settings/security',
    ...forEverybody,
    title: 'navigation:title.settingsSecurity',
    page: settingsPage(async () => (await import('#features/security/SecurityPage.tsx')).SecurityPage),
  },
  {
    path: '/settings/notifications',
    ...forEverybody,
    title: 'navigation:title.settingsNotifications',
    page: settingsPage(async () => (await import('#features/notifications/NotificationsPage.tsx')).NotificationsPage),
  },
  {
    path: '/settings/user-management',
    ...inCompany,
    title: 'navigation:title.settingsPeople',
    page: settingsPage(async () => (await import('#features/user-management/UserManagementPage.tsx')).UserManagementPage),
  },
  {
    path: '/settings/bank-accounts',
    ...inCompany,
    permissions: ['bank_accounts.manage'],
    title: 'navigation:title.settingsBankAccounts',
    page: settingsPage(async () => (await import('#features/settings/BankAccountsPage.tsx')).BankAccountsPage),
  },
  {
    path: '/settings/periods',
    ...inCompany,
    title: 'navigation:title.settingsPeriods',
    page: settingsPage(async () => (await import('#features/settings/PeriodsPage.tsx')).PeriodsPage),
  },
  {
    path: '/settings/ledger',
    ...inCompany,
    permissions: ['activity.view'],
    title: 'navigation:title.settingsLedger',
    page: settingsPage(async () => (await import('#features/settings/LedgerPage.tsx')).LedgerPage),
  },
  {
    path: '/settings/export',
    ...inCompany,
    permissions: ['company.export'],
    title: 'navigation:title.settingsExport',
    page: settingsPage(async () => (await import('#features/settings/ExportPage.tsx')).ExportPage),
  },
  {
    path: '/settings/procedure',
    ...inCompany,
    permissions: ['company.export'],
    title: 'navigation:title.settingsProcedure',
    page: settingsPage(async () => (await import('#features/settings/ProcedurePage.tsx')).ProcedurePage),
  },
  {
    path: '/settings/mail',
    ...inCompany,
    permissions: ['settings.mail'],
    title: 'navigation:title.settingsMail',
    page: settingsPage(async () => (await import('#features/settings/MailSettingsPage.tsx')).MailSettingsPage),
  },
];
