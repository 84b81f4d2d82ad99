import { type AppRoute, forEverybody, inCompany } from './app-route.ts';
import { lazyPage } from './lazy-page.tsx';

/** What the books say: dashboard, reports, and what happened when. */
export const insightRoutes: readonly AppRoute[] = [
  {
    path: '/finance/dashboard',
    ...inCompany,
    title: 'navigation:title.dashboard',
    permissions: ['dashboard.view'],
    page: lazyPage(async () => (await import('#features/dashboard/DashboardPage.tsx')).DashboardPage),
    readAhead: async (start) => (await import('#data/first-page/first-questions.ts')).readFirstOfDashboard(start),
  },
  {
    path: '/companies',
    ...forEverybody,
    title: 'navigation:title.companies',
    page: lazyPage(async () => (await import('#features/company/CompaniesPage.tsx')).CompaniesPage),
  },
  {
    path: '/reports',
    ...inCompany,
    title: 'navigation:title.reports',
    permissions: ['reports.view'],
    page: lazyPage(async () => (await import('#features/reports/ReportsPage.tsx')).ReportsPage),
  },
  {
    path: '/reports/month-end',
    ...inCompany,
    title: 'navigation:title.monthEnd',
    permissions: ['reports.view'],
    page: lazyPage(async () => (await import('#features/reports/MonthEndPage.tsx')).MonthEndPage),
  },
  {
    path: '/activity',
    ...inCompany,
    title: 'navigation:title.activity',
    permissions: ['activity.view'],
    page: lazyPage(async () => (await import('#features/activity/ActivityPage.tsx')).ActivityPage),
  },
  {
    path: '/system/log',
    ...inCompany,
    title: 'navigation:title.systemLog',
    permissions: ['system_log.view'],
    page: lazyPage(async () => (await import('#features/system/SystemLogPage.tsx')).SystemLogPage),
  },
  {
    path: '/system/changelog',
    ...forEverybody,
    title: 'navigation:title.changelog',
    page: lazyPage(async () => (await import('#features/system/ChangelogPage.tsx')).ChangelogPage),
  },
  {
    path: '/accessibility',
    layout: 'top_bar',
    access: 'open',
    title: 'navigation:title.accessibility',
    page: lazyPage(async () => (await import('#features/system/AccessibilityPage.tsx')).AccessibilityPage),
  },
  {
    path: '/dev/realtime',
    ...forEverybody,
    title: 'navigation:title.live',
    page: lazyPage(async () => (await import('#features/live/LivePage.tsx')).LivePage),
  },
];
