import { type Observable, map } from 'rxjs';
import { byPlace } from '#domain/expense-categories/category-order.ts';
import type { ExpenseCategory } from '#domain/expense-categories/expense-category.ts';
import { keptPer } from '#data/core/at-hand.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';

/** All categories in the company's order (a few dozen at most), inactive ones included. */
export function watchCategories(db: CompanyDatabase): Observable<ExpenseCategory[]> {
  return db.collections.expense_categories
    .find()
    .$.pipe(map((documents) => documents.map((document) => document.toMutableJSON()).sort(byPlace)));
}

/** The same, at hand for the next page. */
export const keptCategories = keptPer(watchCategories);
