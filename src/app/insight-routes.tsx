import type { AppRoute } from './app-route.ts';

/** What the books say: dashboard, reports, and what happened when. */
export const insightRoutes: readonly AppRoute[] = [];
