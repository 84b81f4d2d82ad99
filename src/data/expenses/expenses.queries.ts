import type { Selector } from '#data/core/mango-query.ts';
import { asyncScheduler, combineLatest, map, type Observable, of, startWith, switchMap, throttleTime } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { type Directory, watchDirectory } from '#data/directory/directory.ts';
import { type Matches, watchMatches } from '#data/core/matches.ts';
import { keptPer, keptPerId, mapAtHand } from '#data/core/at-hand.ts';
import { watchPage } from '#data/core/pages.ts';
import { watchRecord } from '#data/core/watch-record.ts';
import type { Access } from '#domain/access/access.ts';
import { addDays } from '#domain/dates/calendar.ts';
import { EVERY_EXPENSE, type ExpenseFilter, isBehindFigure, NO_CATEGORY, passesFilter } from '#domain/expenses/expense-filter.ts';
import { textFinder } from '#domain/search/search-index.ts';
import { foundOrder, watchFound } from '#data/search/found-in-list.ts';
import { isTwin, type OpenTwin, openTwins } from '#domain/expenses/expense-twins.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { decidesOn } from '#domain/reports/attention.ts';
import { hasAmountRange } from '#domain/shared/amount-range.ts';
import type { Vendor } from '#domain/vendors/vendor.ts';
import { indexedExpenseSort, NEWEST_EXPENSES, OLDEST_EXPENSES, watchExpenseOrder } from './expense-order.ts';
import { changesMissingReceipts, missingReceipts } from '#data/receipts/missing-receipts.ts';

export const watchExpense = (db: CompanyDatabase, id: string): Observable<Expense | null> => watchRecord(db.collections.expenses, id);

/** The booking that takes this one back, or null. */
export function watchReversalOf(db: CompanyDatabase, id: string): Observable<Expense | null> {
  const page = { selector: { reversal_key: id } as object, sort: { field: 'id', direction: 'desc' } as const, limit: 1 };
  return watchPage(db.collections.expenses, page).pipe(map(([reversal]) => reversal ?? null));
}

/** The same for pages: at hand when the expense's is drawn again after an edit, because what may be done hangs on it. What decides asks the disk. */
export const keptReversalOf = keptPerId(watchReversalOf);

type List = { readonly filter: ExpenseFilter; readonly limit: number };

/** The first `limit` expenses of a list. What an index answers is asked of the index; the rest is looked at row by row until enough are found. */
export function watchExpenses(db: CompanyDatabase, { filter, limit }: List): Observable<Matches<Expense>> {
  const selector = indexedPart(filter, db.userId);
  const sort = indexedExpenseSort(filter);
  if (sort && isAnsweredByIndex(filter)) {
    return watchPage(db.collections.expenses, { selector, sort, limit: limit + 1 }).pipe(
      mapAtHand((rows) => ({ rows: rows.slice(0, limit), hasMore: rows.length > limit, isSearching: false })),
    );
  }
  const order$ = sort ? of(null) : watchExpenseOrder(db, filter.sort);
  return combineLatest([order$, watchViewer(db, filter)]).pipe(
    switchMap(([order, { lookUp, ...viewer }]) => {
      const passes = (expense: Expense) => passesFilter(expense, filter, viewer);
      const parts = order
        ? async () => (await order.parts()).map((part) => ({ ...part, selector: { ...rangeOf(filter), ...part.selector } }))
        : [{ selector, sort: sort ?? NEWEST_EXPENSES }];
      const byRow = watchMatches(db.collections.expenses, { parts, limit, matches: passes, lookUp });
      if (filter.text.trim() === '' || filter.lacksReceipt) return byRow;
      return watchFound(db, 'expenses', { text: filter.text, limit, passes, byRow, ...foundOrder(order, sort ?? NEWEST_EXPENSES) });
    }),
  );
}

/** What a list of this filter is looked for in, and what passes; live, as vendors are called. */
export function watchExpenseSearch(db: CompanyDatabase, filter: ExpenseFilter) {
  return watchViewer(db, filter).pipe(
    map(({ lookUp, ...viewer }) => ({
      selector: indexedPart(filter, db.userId),
      sort: NEWEST_EXPENSES,
      matches: (expense: Expense) => passesFilter(expense, filter, viewer),
      lookUp,
    })),
  );
}

/** What has to be known to tell which expenses pass: whom the text finds, and for who asks, which receipts are there. */
function watchViewer(db: CompanyDatabase, { text, lacksReceipt }: ExpenseFilter) {
  const receipts$ = changesMissingReceipts(db).pipe(
    throttleTime(LOOK_EVERY_MS, asyncScheduler, { leading: true, trailing: true }),
    startWith(null),
    map(() => missingReceipts(db)),
  );
  return combineLatest([watchFinder(db, text), lacksReceipt ? receipts$ : of(NOT_ASKED)]).pipe(
    map(([finds, { lookUp, lacks }]) => ({ userId: db.userId, finds, lookUp, lacksReceipt: lacks })),
  );
}

const LOOK_EVERY_MS = 400;
const NOT_ASKED = { lookUp: () => Promise.resolve(), lacks: () => false };

/** Whether a text finds an expense; vendors are found by their names as they are now. */
function watchFinder(db: CompanyDatabase, text: string): Observable<(expense: Expense) => boolean> {
  if (text.trim() === '') return of(() => true);
  return watchDirectory(db.collections.vendors).pipe(map((vendors) => textFinder('expenses', text, nameIn(vendors))));
}

const nameIn = (vendors: Directory<Vendor>) => (id: string) => vendors.byId.get(id)?.name ?? '';

const isAnsweredByIndex = (filter: ExpenseFilter): boolean =>
  !isBehindFigure(filter) && filter.customerId === null && filter.text.trim() === '';

/** Whether an index has the rows in their order: they are read at once, and not looked for. */
export const isReadAtOnce = (filter: ExpenseFilter): boolean => indexedExpenseSort(filter) !== null && isAnsweredByIndex(filter);

function indexedPart(filter: ExpenseFilter, userId: string): Selector<Expense> {
  const { amountFrom, amountTo, vendorId, categoryId } = filter;
  const amount = { ...(amountFrom === null ? {} : { $gte: amountFrom }), ...(amountTo === null ? {} : { $lte: amountTo }) };
  return {
    ...(filter.status ? { status: filter.status } : {}),
    ...(filter.isMine ? { created_by: userId } : {}),
    ...(vendorId === null ? {} : { vendor_key: vendorId }),
    ...(categoryId === null ? {} : { category_key: categoryId === NO_CATEGORY ? '' : categoryId }),
    ...(hasAmountRange(filter) ? { amount } : {}),
    ...rangeOf(filter),
  };
}

function rangeOf({ from, to }: ExpenseFilter): Selector<Expense> {
  if (!from && !to) return {};
  return { booking_day: { ...(from ? { $gte: from } : {}), ...(to ? { $lte: to } : {}) } } as Selector<Expense>;
}

/** The newest few expenses of a vendor or customer, looked for among the newest two thousand: a glance, not a search. */
export function watchRecentExpensesOf(
  db: CompanyDatabase,
  of: { vendorId: string } | { customerId: string },
  limit = 5,
): Observable<Matches<Expense>> {
  const matches =
    'vendorId' in of
      ? (expense: Expense) => expense.vendor_id === of.vendorId
      : (expense: Expense) => expense.customer_id === of.customerId;
  return watchMatches(db.collections.expenses, { parts: [{ sort: NEWEST_EXPENSES }], limit, matches, scanLimit: 2000 });
}

type Newest = { readonly from: string; readonly limit: number };

/** The newest expenses since a day. */
export const watchNewestExpenses = (db: CompanyDatabase, { from, limit }: Newest): Observable<Expense[]> =>
  watchExpenses(db, { filter: { ...EVERY_EXPENSE, from }, limit }).pipe(mapAtHand(({ rows }) => rows));

/** What the dashboard shows of the last 30 days. */
export const recentExpenses = (today: string): Newest => ({ from: addDays(today, -30), limit: 6 });

type ToApprove = { /** Whose are left out. */ readonly except: string | null; readonly limit: number };

/** The first expenses that wait for a decision, the longest waiting first. */
export const watchToApprove = (db: CompanyDatabase, { except, limit }: ToApprove): Observable<Expense[]> =>
  watchMatches(db.collections.expenses, {
    parts: [{ selector: { status: 'pending' }, sort: OLDEST_EXPENSES }],
    limit,
    matches: ({ created_by }) => created_by !== except,
  }).pipe(map(({ rows }) => rows));

/** Those that the dashboard shows to this person. */
export const firstToApprove = (access: Access, isSoleMember: boolean): ToApprove => ({
  except: decidesOn(access.userId, { access, isSoleMember }) ? null : access.userId,
  limit: 3,
});

type Twin = Pick<Expense, 'vendor_id' | 'amount' | 'currency' | 'expense_date'> & { id: string | null };

/** Another expense with the same vendor, amount and day, or null: probably the same receipt captured twice. Asked of the index of amounts. */
export async function findTwin(db: CompanyDatabase, expense: Twin): Promise<Expense | null> {
  const alike = await db.collections.expenses.find({ selector: { amount: expense.amount } }).exec();
  return alike.find((other) => other.id !== expense.id && isTwin(other, expense))?.toMutableJSON() ?? null;
}

/** Doubles looked for among so many of the newest: one made by two devices is from the last days. */
const LOOKED_AT = 300;

/** What was just saved is painted first: so many are read for a number. */
const LOOKED_AT_LATER_MS = 500;

/** What may be captured twice among the newest expenses. */
export function watchOpenTwins(db: CompanyDatabase): Observable<OpenTwin[]> {
  const newest = { selector: {}, sort: NEWEST_EXPENSES, limit: LOOKED_AT };
  return watchPage(db.collections.expenses, newest, LOOKED_AT_LATER_MS).pipe(map(openTwins));
}

/** The same, at hand for the next page. */
export const keptOpenTwins = keptPer(watchOpenTwins);

/** The expense that this one may repeat, while nobody has said anything about it; else null. */
export function watchTwinOf(db: CompanyDatabase, { id, amount }: Pick<Expense, 'id' | 'amount'>): Observable<Expense | null> {
  const alike = db.collections.expenses.find({ selector: { amount }, sort: [{ amount: 'desc' }, { id: 'desc' }] });
  return alike.$.pipe(
    map((found) => openTwins(found.map((each) => each.toMutableJSON())).find(({ expense }) => expense.id === id)?.earlier ?? null),
  );
}
