import { map, type Observable } from 'rxjs';
import { keptPer } from '#data/core/at-hand.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { watchPage } from '#data/core/pages.ts';
import { watchRecord } from '#data/core/watch-record.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { withNextDate } from '#domain/recurring/series-steps.ts';
import { isDue, isUpcoming, UPCOMING_DAYS } from '#domain/recurring/recurrence.ts';
import { invoiceRule } from '#domain/recurring-invoices/recurring-invoice-form.ts';
import type { RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';

const dated = (item: RecurringInvoice): RecurringInvoice => withNextDate(item, invoiceRule(item));

/** All of them, newest first: templates are few, and their next dates are a result of other fields, which no index sorts by. */
export function watchRecurringInvoices(db: CompanyDatabase): Observable<RecurringInvoice[]> {
  return db.collections.recurring_invoices
    .find({ sort: [{ created_at: 'desc' }, { id: 'desc' }] })
    .$.pipe(map((documents) => documents.map((document) => dated(document.toMutableJSON()))));
}

/** The same, at hand for the next page. */
export const keptRecurringInvoices = keptPer(watchRecurringInvoices);

export function watchRecurringInvoice(db: CompanyDatabase, id: string): Observable<RecurringInvoice | null> {
  return watchRecord(db.collections.recurring_invoices, id).pipe(map((item) => item && dated(item)));
}

export type GeneratedPage<T> = { readonly rows: readonly T[]; readonly hasMore: boolean };

export type DueAndUpcoming<T> = { readonly due: readonly T[]; readonly upcoming: readonly T[] };

/** What is due on `today` (the company's day), and what comes within the next 7 days; soonest first. */
export function watchDueRecurringInvoices(db: CompanyDatabase, today: string): Observable<DueAndUpcoming<RecurringInvoice>> {
  return keptRecurringInvoices(db).pipe(
    map((items) => {
      const soonest = items.toSorted((a, b) => (a.next_generation < b.next_generation ? -1 : 1));
      const days = UPCOMING_DAYS.recurring_invoices;
      return { due: soonest.filter((item) => isDue(item, today)), upcoming: soonest.filter((item) => isUpcoming(item, today, days)) };
    }),
  );
}

/** The newest invoices that were generated from a recurring invoice. */
export function watchGeneratedInvoices(db: CompanyDatabase, id: string, limit: number): Observable<GeneratedPage<Invoice>> {
  const page = { selector: { recurring_key: id } as object, sort: { field: 'id', direction: 'desc' } as const, limit: limit + 1 };
  return watchPage(db.collections.invoices, page).pipe(map((rows) => ({ rows: rows.slice(0, limit), hasMore: rows.length > limit })));
}
