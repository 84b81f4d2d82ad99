import { combineLatest, distinctUntilChanged, map } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { useAsked } from '#data/core/use-asked.ts';
import { syncSummary$ } from '#data/sync/status.ts';
import type { Beginnings } from '#domain/home/first-steps.ts';

/** What the company has so far; undefined until this device can know, because nothing has been loaded yet. */
export const useBeginnings = (): Beginnings | undefined => useAsked(watchBeginnings, null).value;

export function watchBeginnings(db: CompanyDatabase) {
  const { invoices, expenses, members } = db.collections;
  const one = (collection: typeof invoices | typeof expenses, count = 1) =>
    (collection as typeof invoices).find({ limit: count }).$.pipe(map((found) => found.length >= count));
  const hasColleague = members.find({ limit: 2 }).$.pipe(map((found) => found.length >= 2));
  return combineLatest([one(invoices), one(expenses), hasColleague, syncSummary$(db)]).pipe(
    map(([hasInvoice, hasExpense, colleague, { lastSyncedAt }]) =>
      hasInvoice || hasExpense || lastSyncedAt !== null ? { hasInvoice, hasExpense, hasColleague: colleague } : undefined,
    ),
    distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
  );
}
