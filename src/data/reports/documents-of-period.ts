import type { RxCollection } from 'rxdb';
import { asyncScheduler, combineLatest, from, map, type Observable, startWith, switchMap, throttleTime } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { type PageSort, readPage } from '#data/core/pages.ts';
import { watchRestated } from '#data/invoices/restated.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

const PAGE = 2000;
const LOOK_EVERY_MS = 1000;
type Days = { readonly from: string; readonly to: string };

/** All documents of an index range, page by page, so that the tab stays usable meanwhile. */
async function readAll<T extends SyncedRecord>(collection: RxCollection<T>, field: string, selector: object): Promise<T[]> {
  const all: T[] = [];
  const sort = { field, direction: 'asc' } as unknown as PageSort<T>;
  for (let after: T | undefined; ;) {
    const page = await readPage(collection, { selector: selector as never, sort, limit: PAGE, ...(after ? { after } : {}) });
    all.push(...page);
    after = page.at(-1);
    if (page.length < PAGE) return all;
  }
}

const live = <T>(changes: Observable<unknown>, read: () => Promise<T>): Observable<T> =>
  changes.pipe(
    throttleTime(LOOK_EVERY_MS, asyncScheduler, { leading: true, trailing: true }),
    startWith(null),
    switchMap(() => from(read())),
  );

/** Expenses by their day. For reports by a dimension with too many members to keep sums of. */
export const watchExpensesOf = (db: CompanyDatabase, { from: $gte, to: $lte }: Days): Observable<Expense[]> =>
  live(db.collections.expenses.$, () => readAll<Expense>(db.collections.expenses, 'expense_date', { expense_date: { $gte, $lte } }));

/** Invoices by the day of issue (drafts by the day they were made). */
export const watchInvoicesOf = (db: CompanyDatabase, { from: $gte, to: $lte }: Days): Observable<Invoice[]> =>
  live(db.collections.invoices.$, () => readAll<Invoice>(db.collections.invoices, 'list_date', { list_date: { $gte, $lte } }));

/** Invoices that still expect money, as they stand with payments that only this device knows. */
export const watchOpenInvoices = (db: CompanyDatabase): Observable<Invoice[]> =>
  combineLatest([live(db.collections.invoices.$, () => readOpen(db)), watchRestated(db)]).pipe(
    map(([open, standing]) => [...open.filter(({ id }) => !standing.has(id)), ...standing.values()]),
  );

async function readOpen({ collections }: CompanyDatabase): Promise<Invoice[]> {
  const open = (state: string) => readAll<Invoice>(collections.invoices, 'list_date', { claim_key: state });
  return (await Promise.all(['unpaid', 'partially_paid'].map(open))).flat();
}
