import { map, type Observable, of } from 'rxjs';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { type GroupedOrder, orderByName, orderByState } from '#data/core/grouped-order.ts';
import type { PageSort } from '#data/core/pages.ts';
import { idsByName, watchDirectory } from '#data/directory/directory.ts';
import { watchCategories } from '#data/expense-categories/expense-categories.queries.ts';
import { bookingDay } from '#domain/bookings/booking.ts';
import type { ExpenseFilter, ExpenseSort } from '#domain/expenses/expense-filter.ts';
import { EXPENSE_STATUSES, type Expense } from '#domain/expenses/expense.ts';
import { columnSortOf } from '#domain/shared/list-sort.ts';

/** `booking_day` stands beside the record; see the collection. */
const FIELDS = { date: 'booking_day', amount: 'amount' } as const;
export const NEWEST_EXPENSES = { field: 'booking_day', direction: 'desc' } as unknown as PageSort<Expense>;

export const OLDEST_EXPENSES = { field: 'booking_day', direction: 'asc' } as unknown as PageSort<Expense>;

/** The order by a field that has an index; null where groups make it. What the filter leaves one of is not sorted by. */
export function indexedExpenseSort(filter: ExpenseFilter): PageSort<Expense> | null {
  const { key, direction } = columnSortOf(filter.sort);
  if (key === 'date' || key === 'amount') return { field: FIELDS[key], direction } as PageSort<Expense>;
  const isOne = { vendor: filter.vendorId, category: filter.categoryId, status: filter.status }[key] !== null;
  return isOne ? NEWEST_EXPENSES : null;
}

const dayOf = (expense: Expense): string => bookingDay(expense.expense_date, expense.booked_on);

/** The order by vendor, category or status; within each the newest first. */
export function watchExpenseOrder(db: CompanyDatabase, sort: ExpenseSort): Observable<GroupedOrder<Expense>> {
  const { key, direction } = columnSortOf(sort);
  const base = { collection: db.collections.expenses, day: 'booking_day', dayOf };
  if (key === 'vendor') {
    const by = { ...base, field: 'vendor_key', keyOf: (expense: Expense) => expense.vendor_id ?? '' };
    const names$ = watchDirectory(db.collections.vendors);
    return names$.pipe(map(({ entries }) => orderByName(by, { named: entries.map(({ record }) => record.id), direction })));
  }
  if (key === 'category') {
    const by = { ...base, field: 'category_key', keyOf: (expense: Expense) => expense.category_id ?? '' };
    return watchCategories(db).pipe(map((categories) => orderByName(by, { named: idsByName(categories), direction })));
  }
  return of(
    orderByState(base, { states: EXPENSE_STATUSES, direction, stateOf: ({ status }) => status, selectorOf: (status) => ({ status }) }),
  );
}
