import type { AppRoute } from './app-route.ts';

/** What repeats: invoices that are made from a template, and expenses that come back. */
export const recurringRoutes: readonly AppRoute[] = [];
