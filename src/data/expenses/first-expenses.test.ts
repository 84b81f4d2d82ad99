import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atHand } from '#data/core/at-hand.ts';
import { FIRST_ROWS } from '#data/core/use-growing-list.ts';
import { watchDirectory } from '#data/directory/directory.ts';
import { keptCategories } from '#data/expense-categories/expense-categories.queries.ts';
import { knownListView } from '#data/list-view/list-view.ts';
import { keptMembers } from '#data/members/members.queries.ts';
import { keptBookingRules } from '#data/periods/periods.queries.ts';
import { EVERY_EXPENSE } from '#domain/expenses/expense-filter.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { watchExpenses } from './expenses.queries.ts';
import { readFirstExpenses } from './first-expenses.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const list = '/finance/expenses';

test('what the list of expenses is drawn from is at hand once it was read ahead', async () => {
  const { db } = company;
  await readFirstExpenses(db, { list, search: '?status=pending' });
  const rows = (status: 'pending' | null) => atHand(watchExpenses(db, { filter: { ...EVERY_EXPENSE, status }, limit: FIRST_ROWS }));
  expect([rows('pending')?.value.rows, rows(null)]).toEqual([[], undefined]);
  const { vendors, customers } = db.collections;
  const others = [watchDirectory(vendors), watchDirectory(customers), keptCategories(db), keptMembers(db), keptBookingRules(db)].map(
    (each) => atHand<unknown>(each as never),
  );
  expect(others.every((each) => each !== undefined)).toBe(true);
  expect(knownListView(db.device, list)).toBeDefined();
});

test('rows that have to be looked for are not read ahead', async () => {
  const reads = vi.spyOn(company.db.collections.expenses.storageInstance, 'query');
  await readFirstExpenses(company.db, { list, search: '?q=train' });
  await readFirstExpenses(company.db, { list, search: '?sort=vendor' });
  expect(reads).not.toHaveBeenCalled();
  await readFirstExpenses(company.db, { list, search: '?sort=oldest' });
  expect(reads).toHaveBeenCalledTimes(1);
});
