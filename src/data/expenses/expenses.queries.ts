import type { Selector } from '#data/core/mango-query.ts';
import { map, type Observable, switchMap } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { type Directory, watchDirectory } from '#data/directory/directory.ts';
import { type Matches, watchMatches } from '#data/core/matches.ts';
import { type PageSort, watchPage } from '#data/core/pages.ts';
import { type ExpenseFilter, isBehindFigure, passesFilter } from '#domain/expenses/expense-filter.ts';
import { textFinder } from '#domain/search/search-index.ts';
import { watchFound } from '#data/search/found-in-list.ts';
import { isTwin, type OpenTwin, openTwins } from '#domain/expenses/expense-twins.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import type { Vendor } from '#domain/vendors/vendor.ts';
import type { ListSort } from '#domain/shared/list-sort.ts';

/** `booking_day` stands beside the record; see the collection. */
const SORTS = {
  newest: { field: 'booking_day', direction: 'desc' },
  oldest: { field: 'booking_day', direction: 'asc' },
  highest: { field: 'amount', direction: 'desc' },
  lowest: { field: 'amount', direction: 'asc' },
} as const satisfies Record<ListSort, { field: string; direction: PageSort<Expense>['direction'] }>;
const sortOf = (sort: ListSort) => SORTS[sort] as PageSort<Expense>;

export function watchExpense(db: CompanyDatabase, id: string): Observable<Expense | null> {
  return db.collections.expenses.findOne(id).$.pipe(map((document) => document?.toMutableJSON() ?? null));
}

/** The booking that takes this one back, or null. */
export function watchReversalOf(db: CompanyDatabase, id: string): Observable<Expense | null> {
  const page = { selector: { reversal_key: id } as object, sort: { field: 'id', direction: 'desc' } as const, limit: 1 };
  return watchPage(db.collections.expenses, page).pipe(map(([reversal]) => reversal ?? null));
}

/** The first `limit` expenses of a list. What an index answers is asked of the index; the rest is looked at row by row until enough are found. */
export function watchExpenses(db: CompanyDatabase, list: { filter: ExpenseFilter; limit: number }): Observable<Matches<Expense>> {
  const { filter, limit } = list;
  const sort = sortOf(filter.sort);
  const selector = indexedPart(filter, db.userId);
  if (isAnsweredByIndex(filter)) {
    return watchPage(db.collections.expenses, { selector, sort, limit: limit + 1 }).pipe(
      map((rows) => ({ rows: rows.slice(0, limit), hasMore: rows.length > limit, isSearching: false })),
    );
  }
  const matchesWith = (vendorName: (id: string) => string) => {
    const finds = textFinder('expenses', filter.text, vendorName);
    return (expense: Expense) => passesFilter(expense, filter, { userId: db.userId, finds });
  };
  const search = (vendorName: (id: string) => string) =>
    watchMatches(db.collections.expenses, { selector, sort, limit, matches: matchesWith(vendorName) });
  if (filter.text.trim() === '') return search(() => '');
  return watchDirectory(db.collections.vendors).pipe(
    switchMap((vendors) => {
      const byRow = search(nameIn(vendors));
      const passes = (expense: Expense) => passesFilter(expense, filter, { userId: db.userId, finds: () => true });
      return sort.field === 'amount'
        ? byRow
        : watchFound(db, 'expenses', { text: filter.text, direction: sort.direction, limit, passes, byRow });
    }),
  );
}

const nameIn = (vendors: Directory<Vendor>) => (id: string) => vendors.byId.get(id)?.name ?? '';

function isAnsweredByIndex(filter: ExpenseFilter): boolean {
  return (
    !isBehindFigure(filter) &&
    filter.categoryId === null &&
    filter.vendorId === null &&
    filter.customerId === null &&
    filter.text.trim() === ''
  );
}

function indexedPart(filter: ExpenseFilter, userId: string): Selector<Expense> {
  const range = { ...(filter.from ? { $gte: filter.from } : {}), ...(filter.to ? { $lte: filter.to } : {}) };
  return {
    ...(filter.status ? { status: filter.status } : {}),
    ...(filter.isMine ? { created_by: userId } : {}),
    ...(filter.from || filter.to ? { booking_day: range } : {}),
  };
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
  return watchMatches(db.collections.expenses, { sort: sortOf('newest'), limit, matches, scanLimit: 2000 });
}

/** The first `limit` expenses that wait for a decision, the longest waiting first; of authors on whose expenses is decided. */
export const watchToApprove = (db: CompanyDatabase, decidesOn: (author: string) => boolean, limit: number): Observable<Matches<Expense>> =>
  watchMatches(db.collections.expenses, {
    selector: { status: 'pending' },
    sort: sortOf('oldest'),
    limit,
    matches: ({ created_by }) => decidesOn(created_by),
  });

type Twin = Pick<Expense, 'vendor_id' | 'amount' | 'currency' | 'expense_date'> & { id: string | null };

/** Another expense with the same vendor, amount and day, or null: probably the same receipt captured twice. Asked of the index of amounts. */
export async function findTwin(db: CompanyDatabase, expense: Twin): Promise<Expense | null> {
  const alike = await db.collections.expenses.find({ selector: { amount: expense.amount } }).exec();
  return alike.find((other) => other.id !== expense.id && isTwin(other, expense))?.toMutableJSON() ?? null;
}

/** Doubles looked for among so many of the newest: one made by two devices is from the last days. */
const LOOKED_AT = 300;

/** What may be captured twice among the newest expenses. */
export function watchOpenTwins(db: CompanyDatabase): Observable<OpenTwin[]> {
  return watchPage(db.collections.expenses, { selector: {}, sort: sortOf('newest'), limit: LOOKED_AT }).pipe(map(openTwins));
}

/** The expense that this one may repeat, while nobody has said anything about it; else null. */
export function watchTwinOf(db: CompanyDatabase, { id, amount }: Pick<Expense, 'id' | 'amount'>): Observable<Expense | null> {
  const alike = db.collections.expenses.find({ selector: { amount }, sort: [{ amount: 'desc' }, { id: 'desc' }] });
  return alike.$.pipe(
    map((found) => openTwins(found.map((each) => each.toMutableJSON())).find(({ expense }) => expense.id === id)?.earlier ?? null),
  );
}
