import { useCompany } from '#data/core/company-context.ts';
import { useAsked } from '#data/core/use-asked.ts';
import { watchDueRecurring } from './watch-series.ts';

/** Recurring invoices and expenses that are due today or come soon. */
export const useDueRecurring = () => useAsked(watchDueRecurring, useCompany().ctx.today());
