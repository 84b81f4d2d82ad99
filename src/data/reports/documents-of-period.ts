import type { Collection } from '#data/core/stored-form.ts';
import { asyncScheduler, combineLatest, map, merge, type Observable, switchMap, throttleTime } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { missingReceipts } from '#data/receipts/missing-receipts.ts';
import { type PageSort, readPage } from '#data/core/pages.ts';
import { readOneAnew } from '#data/core/read-anew.ts';
import { readStored } from '#data/core/stored.ts';
import { type LocalBalances, watchLocalBalances } from '#data/invoices/local-balances.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { isAwaitingPayment } from '#domain/invoices/invoice-state.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { bookingDay } from '#domain/bookings/booking.ts';
import { isBooked, paidOn } from '#domain/reports/expense-cells.ts';
import { outstandingOn } from '#domain/reports/outstanding-on.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';

const PAGE = 2000;
const LOOK_EVERY_MS = 1000;
type Days = { readonly from: string; readonly to: string };

/** All documents of an index range, page by page, so that the tab stays usable meanwhile. */
async function readAll<T extends SyncedRecord>(collection: Collection<T>, field: string, selector: object): Promise<T[]> {
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
  readOneAnew(changes.pipe(throttleTime(LOOK_EVERY_MS, asyncScheduler, { leading: true, trailing: true })), read);

/** All days that a document can have. */
const EVER = { $gte: '', $lte: '9999-12-31' };

/** Every booked document of the company, of each kind, as this device has it. */
export async function bookedDocuments({ collections: { invoices, expenses, payments } }: CompanyDatabase) {
  return {
    invoices: await readAll<Invoice>(invoices, 'list_date', { list_date: EVER, status: 'issued' }),
    expenses: (await readAll<Expense>(expenses, 'booking_day', { booking_day: EVER })).filter(isBooked),
    payments: await readAll<Payment>(payments, 'booking_day', { booking_day: EVER }),
  };
}

/** What was booked in some days: documents issued, expenses and payments by the day they count on, and expenses by the day they were paid. */
export async function bookedIn({ collections: { invoices, expenses, payments } }: CompanyDatabase, { from: $gte, to: $lte }: Days) {
  const days = { $gte, $lte };
  // What is paid in a month may count in any other.
  const all = (await readAll<Expense>(expenses, 'booking_day', { booking_day: EVER })).filter(isBooked);
  const isIn = (day: string | null) => day !== null && day >= $gte && day <= $lte;
  return {
    invoices: (await readAll<Invoice>(invoices, 'list_date', { list_date: days })).filter(({ number }) => number !== null),
    expenses: all.filter(({ expense_date, booked_on }) => isIn(bookingDay(expense_date, booked_on))),
    paid: all.filter((expense) => isIn(paidOn(expense))),
    payments: await readAll<Payment>(payments, 'booking_day', { booking_day: days }),
  };
}

/** Expenses by their day. For reports by a dimension with too many members to keep sums of. */
export const watchExpensesOf = (db: CompanyDatabase, { from: $gte, to: $lte }: Days): Observable<Expense[]> =>
  live(db.collections.expenses.$, () => readAll<Expense>(db.collections.expenses, 'booking_day', { booking_day: { $gte, $lte } }));

/** Invoices by the day of issue (drafts by the day they were made). */
export const watchInvoicesOf = (db: CompanyDatabase, { from: $gte, to: $lte }: Days): Observable<Invoice[]> =>
  live(db.collections.invoices.$, () => readAll<Invoice>(db.collections.invoices, 'list_date', { list_date: { $gte, $lte } }));

/** Invoices that are not issued yet. */
export const watchDrafts = (db: CompanyDatabase): Observable<Invoice[]> =>
  live(db.collections.invoices.$, async () => {
    const of = (status: string) => readAll<Invoice>(db.collections.invoices, 'list_date', { status });
    return [...(await of('draft')), ...(await of('ready_to_issue'))];
  });

/** Which of these expenses should show a receipt and show none. */
const watchBare = (db: CompanyDatabase, expenses: readonly Expense[]): Observable<Expense[]> =>
  live(db.collections.files.$, async () => {
    const { lookUp, lacks } = missingReceipts(db);
    await lookUp(expenses);
    return expenses.filter(lacks);
  });

/** Expenses by their day, with those of them that should show a receipt and show none. */
export const watchExpensesWithBare = (
  db: CompanyDatabase,
  days: Days,
): Observable<{ readonly expenses: Expense[]; readonly bare: Expense[] }> =>
  watchExpensesOf(db, days).pipe(switchMap((expenses) => watchBare(db, expenses).pipe(map((bare) => ({ expenses, bare })))));

/** Invoices that still expect money, as they stand with payments that only this device knows. */
export const watchOpenInvoices = (db: CompanyDatabase): Observable<Invoice[]> =>
  combineLatest([live(db.collections.invoices.$, () => readOpen(db)), watchLocalBalances(db)]).pipe(
    map(([open, here]) => withLocalBalances(open, here).filter(isAwaitingPayment)),
  );

/**
 * Invoices as they stood in the evening of a day that is over. Read are those open today and what happened since: the payments
 * and corrections after the day with their invoices, and the cancelled ones; so it takes longer the longer ago the day is.
 */
export function watchOutstandingOn(db: CompanyDatabase, day: string): Observable<Invoice[]> {
  const { invoices, payments } = db.collections;
  const changes = merge(invoices.$ as Observable<unknown>, payments.$ as Observable<unknown>);
  return combineLatest([live(changes, () => readSince(db, day)), watchLocalBalances(db)]).pipe(
    map(([{ found, ...since }, here]) => outstandingOn(day, withLocalBalances(found, here), since)),
  );
}

const withLocalBalances = (invoices: readonly Invoice[], here: LocalBalances): Invoice[] => [
  ...invoices.filter(({ id }) => !here.has(id)),
  ...here.values(),
];

async function readOpen({ collections }: CompanyDatabase): Promise<Invoice[]> {
  const open = (state: string) => readAll<Invoice>(collections.invoices, 'list_date', { claim_key: state });
  return (await Promise.all(['unpaid', 'partially_paid'].map(open))).flat();
}

async function readSince(db: CompanyDatabase, day: string) {
  const { collections } = db;
  const [open, payments, cancelled, issued] = await Promise.all([
    readOpen(db),
    readAll<Payment>(collections.payments, 'booking_day', { booking_day: { $gt: day } }),
    readAll<Invoice>(collections.invoices, 'list_date', { status: 'cancelled', list_date: { $lte: day } }),
    readAll<Invoice>(collections.invoices, 'list_date', { list_date: { $gt: day }, status: 'issued' }),
  ]);
  const known = new Set([...open, ...cancelled].map(({ id }) => id));
  const touched = [...payments.map((payment) => payment.invoice_id), ...issued.flatMap(({ corrects_id }) => corrects_id ?? [])];
  const since = [...new Set(touched)].filter((id) => !known.has(id));
  const cancellations = cancelled.flatMap(({ cancelled_by_id: by }) => by ?? []);
  const [settled, by] = await Promise.all([readStored(db, 'invoices', since), readStored(db, 'invoices', cancellations)]);
  const cancelledOn = new Map([...by].map(([id, { issue_date: on }]) => [id, on ?? '']));
  return { found: [...open, ...cancelled, ...settled.values()], payments, cancelledOn };
}
