import { map, type Observable } from 'rxjs';
import { keptPer } from '#data/core/at-hand.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import type { DueAndUpcoming, GeneratedPage } from '#data/recurring-invoices/recurring-invoices.queries.ts';
import { watchPage } from '#data/core/pages.ts';
import { watchRecord } from '#data/core/watch-record.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { withNextDate } from '#domain/recurring/series-steps.ts';
import { isDue, isUpcoming, UPCOMING_DAYS } from '#domain/recurring/recurrence.ts';
import { knownExpenseRule } from '#domain/recurring-expenses/recurring-expense-form.ts';
import type { RecurringExpense } from '#domain/recurring-expenses/recurring-expense.ts';

// One record with an interval this version does not know must not take the whole list away.
const dated = (item: RecurringExpense): RecurringExpense => {
  const rule = knownExpenseRule(item);
  return rule ? withNextDate(item, rule) : item;
};

/** All of them, newest first: templates are few, and their next dates are a result of other fields, which no index sorts by. */
export function watchRecurringExpenses(db: CompanyDatabase): Observable<RecurringExpense[]> {
  return db.collections.recurring_expenses
    .find({ sort: [{ created_at: 'desc' }, { id: 'desc' }] })
    .$.pipe(map((documents) => documents.map((document) => dated(document.toMutableJSON()))));
}

/** The same, at hand for the next page. */
export const keptRecurringExpenses = keptPer(watchRecurringExpenses);

export function watchRecurringExpense(db: CompanyDatabase, id: string): Observable<RecurringExpense | null> {
  return watchRecord(db.collections.recurring_expenses, id).pipe(map((item) => item && dated(item)));
}

/** What is due on `today` (the company's day), and what comes within the next 30 days; soonest first. */
export function watchDueRecurringExpenses(db: CompanyDatabase, today: string): Observable<DueAndUpcoming<RecurringExpense>> {
  return keptRecurringExpenses(db).pipe(
    map((items) => {
      const soonest = items.toSorted((a, b) => (a.next_generation < b.next_generation ? -1 : 1));
      const days = UPCOMING_DAYS.recurring_expenses;
      return { due: soonest.filter((item) => isDue(item, today)), upcoming: soonest.filter((item) => isUpcoming(item, today, days)) };
    }),
  );
}

/** The newest expenses that were generated from a recurring expense. */
export function watchGeneratedExpenses(db: CompanyDatabase, id: string, limit: number): Observable<GeneratedPage<Expense>> {
  const page = { selector: { recurring_key: id } as object, sort: { field: 'id', direction: 'desc' } as const, limit: limit + 1 };
  return watchPage(db.collections.expenses, page).pipe(map((rows) => ({ rows: rows.slice(0, limit), hasMore: rows.length > limit })));
}
