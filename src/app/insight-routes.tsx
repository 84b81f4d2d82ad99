import { type AppRoute, inCompany } from './app-route.ts';
import { lazyPage } from './lazy-page.tsx';

/** What the books say: dashboard, reports, and what happened when. */
export const insightRoutes: readonly AppRoute[] = [
  {
    path: '/activity',
    ...inCompany,
    title: 'title.activity',
    permissions: ['activity.view'],
    page: lazyPage(async () => (await import('#features/activity/ActivityPage.tsx')).ActivityPage),
  },
];
