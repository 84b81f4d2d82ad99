import { combineLatest, map } from 'rxjs';
import { keptPer } from '#data/core/at-hand.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { keptRecurringExpenses, watchDueRecurringExpenses } from '#data/recurring-expenses/recurring-expenses.queries.ts';
import { keptRecurringInvoices, watchDueRecurringInvoices } from '#data/recurring-invoices/recurring-invoices.queries.ts';

/** Recurring invoices and expenses that are due on the day or come soon. */
export const watchDueRecurring = (db: CompanyDatabase, today: string) =>
  combineLatest({ invoices: watchDueRecurringInvoices(db, today), expenses: watchDueRecurringExpenses(db, today) });

type Failing = { readonly is_active: boolean; readonly generation_error: string };
const failing = <T extends Failing>(items: readonly T[]): T[] =>
  items.filter(({ is_active, generation_error }) => is_active && generation_error !== '');

/** The series whose newest document did not become what was wanted. */
export const keptFailedSeries = keptPer((db: CompanyDatabase) =>
  combineLatest({ invoices: keptRecurringInvoices(db).pipe(map(failing)), expenses: keptRecurringExpenses(db).pipe(map(failing)) }),
);
