import { firstValueFrom } from 'rxjs';
import { filter as passing } from 'rxjs/operators';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newRecord } from '#data/core/command-context.ts';
import { writeStored } from '#data/core/stored.ts';
import { insertRecord } from '#data/core/write.ts';
import { watchExpenseTotal } from '#data/list-totals/list-totals.ts';
import { watchExpensesWithBare } from '#data/reports/documents-of-period.ts';
import { EVERY_EXPENSE, type ExpenseFilter } from '#domain/expenses/expense-filter.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { NO_ORIGINAL, UNREAD } from '#domain/files/file.ts';
import { AUTHOR, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { expenseOf } from '#tests/support/finance-records.ts';
import { watchExpenses } from './expenses.queries.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const spent = (description: string, more: Partial<Expense> = {}) =>
  insertRecord(company.db, 'expenses', {
    ...expenseOf({ status: 'approved', expense_date: '2026-01-15', description, ...more }),
    company_id: company.db.companyId,
  });
const receiptFor = ({ id }: Expense) =>
  insertRecord(company.db, 'files', {
    ...newRecord(company.ctx),
    ...NO_ORIGINAL,
    ...UNREAD,
    name: 'a.pdf',
    mime_type: 'application/pdf',
    size: 8,
    sha256: 'a'.repeat(64),
    path: `${company.db.companyId}/${id}.pdf`,
    confidential: false,
    expense_id: id,
    created_by: AUTHOR,
  });
const JANUARY = { from: '2026-01-01', to: '2026-01-31' };
const listed = async (filter: Partial<ExpenseFilter> = JANUARY) => {
  const list$ = watchExpenses(company.db, { filter: { ...EVERY_EXPENSE, lacksReceipt: true, sort: 'oldest', ...filter }, limit: 10 });
  const { rows } = await firstValueFrom(list$.pipe(passing(({ isSearching }) => !isSearching)));
  return rows.map(({ description }) => description);
};

test('the list of a period without receipts, its total and the checklist of the month say the same: what counts or may, and shows none', async () => {
  await spent('bare', { expense_date: '2026-01-10' });
  await spent('waits', { status: 'pending', expense_date: '2026-01-11' });
  await spent('refused', { status: 'rejected' });
  await receiptFor(await spent('shown'));
  await spent('february', { expense_date: '2026-02-01' });
  await spent('booked in february', { booked_on: '2026-02-01' });
  // Taken back in another month: nothing is missing of what came to nothing.
  const taken = await spent('taken back');
  await spent('takes back', { reverses_expense_id: taken.id, amount: -119, expense_date: '2026-02-03' });
  expect(await listed()).toEqual(['bare', 'waits']);
  const { bare } = await firstValueFrom(watchExpensesWithBare(company.db, JANUARY));
  expect(bare.map(({ description }) => description)).toEqual(['bare', 'waits']);
  const total$ = watchExpenseTotal(company.db, { filter: { ...EVERY_EXPENSE, ...JANUARY, lacksReceipt: true } });
  expect(await firstValueFrom(total$.pipe(passing(({ isCounting }) => !isCounting)))).toMatchObject({ count: 2 });
  expect(await listed({ ...JANUARY, text: 'bare' })).toEqual(['bare']);
  expect(await listed({ from: null, to: null })).toEqual(['bare', 'waits', 'february', 'booked in february']);
});

test('a receipt that is added while the list is looked at takes its expense out of it', async () => {
  const expense = await spent('bare');
  const seen: string[] = [];
  const filter = { ...EVERY_EXPENSE, ...JANUARY, lacksReceipt: true };
  const watching = watchExpenses(company.db, { filter, limit: 10 }).subscribe(({ rows }) => seen.push(`${rows.length}`));
  await vi.waitFor(() => expect(seen.at(-1)).toBe('1'));
  await receiptFor(expense);
  await vi.waitFor(() => expect(seen.at(-1)).toBe('0'));
  watching.unsubscribe();
});

test('an expense that is taken back while the list is looked at is no longer missed in it', async () => {
  const expense = await spent('bare');
  const seen: string[] = [];
  const filter = { ...EVERY_EXPENSE, ...JANUARY, lacksReceipt: true };
  const watching = watchExpenses(company.db, { filter, limit: 10 }).subscribe(({ rows }) => seen.push(`${rows.length}`));
  await vi.waitFor(() => expect(seen.at(-1)).toBe('1'));
  await spent('takes back', { reverses_expense_id: expense.id, amount: -119, expense_date: '2026-02-03' });
  await vi.waitFor(() => expect(seen.at(-1)).toBe('0'));
  watching.unsubscribe();
});

test('what was taken back is read once, however many expenses are looked at', async () => {
  const bare = Array.from({ length: 1100 }, () => ({
    ...expenseOf({ status: 'approved', expense_date: '2026-01-15' }),
    company_id: company.db.companyId,
  }));
  await writeStored(company.db, 'expenses', new Map(bare.map((expense) => [expense.id, expense])));
  const asked = vi.spyOn(company.db.collections.expenses.storageInstance, 'query');
  const filter = { ...EVERY_EXPENSE, ...JANUARY, lacksReceipt: true };
  const { rows } = await firstValueFrom(
    watchExpenses(company.db, { filter, limit: 2000 }).pipe(passing(({ isSearching }) => !isSearching)),
  );
  expect(rows).toHaveLength(1100);
  const selectors = asked.mock.calls.map(([{ query }]) => Object.keys(query.selector));
  expect(selectors.filter((fields) => fields.includes('booking_day')).length).toBeGreaterThan(2);
  expect(selectors.filter((fields) => fields.includes('reversal_key'))).toHaveLength(1);
});
