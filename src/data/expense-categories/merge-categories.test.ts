import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newRecord } from '#data/core/command-context.ts';
import { changeRecord, insertRecord } from '#data/core/write.ts';
import { saveRecurringExpense } from '#data/recurring-expenses/recurring-expense-drafts.ts';
import { recurringFromExpense } from '#domain/recurring-expenses/recurring-expense-form.ts';
import { AUTHOR, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { expenseOf } from '#tests/sync/records.ts';
import { createCategory, editCategory } from './expense-categories.commands.ts';
import { mergeCategories } from './merge-categories.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const create = (name: string) =>
  createCategory(
    company.db,
    { id: company.ctx.newId(), input: { name, description: '', icon: 'plane', color: '#6366f1', is_active: true } },
    company.ctx,
  );
async function expenseIn(category_id: string | null, more: object = {}) {
  const { db, ctx } = company;
  const { id, company_id } = newRecord(ctx);
  const expense = expenseOf({ id, company_id, at: '2026-01-30T00:00:00Z' }, 'Taxi', ctx.userId, null, 10);
  return insertRecord(db, 'expenses', { ...expense, ...more, category_id });
}
const seriesIn = async (category_id: string): Promise<string> => {
  const blank = { currency: 'EUR', taxRate: 19, schedule: { auto_generate: true, lead_days: 0 }, today: '2026-02-01' };
  const values = { ...recurringFromExpense(null, blank), amount: 119, description: 'Tickets', category_id };
  const recordId = company.ctx.newId();
  await saveRecurringExpense(company.db, { kind: 'new', recordId, before: values, values }, company.ctx);
  return recordId;
};
const categoryOfSeries = async (id: string) => (await company.db.collections.recurring_expenses.findOne(id).exec())?.category_id;
const categoryOf = async (id: string) => (await company.db.collections.expenses.findOne(id).exec())?.category_id;
const names = async () => (await company.db.collections.expense_categories.find().exec()).map(({ id }) => id);

test('[SYNC-47] merging moves every expense and nothing else, and the second category goes', async () => {
  const [kept, double, other] = [await create('Travel'), await create('Travel'), await create('Meals')];
  const [one, two, three, four] = [await expenseIn(double.id), await expenseIn(kept.id), await expenseIn(other.id), await expenseIn(null)];
  expect(await mergeCategories(company.db, { from: double, into: kept }, company.ctx)).toEqual({ left: 0 });
  expect(await Promise.all([one, two, three, four].map(({ id }) => categoryOf(id)))).toEqual([kept.id, kept.id, other.id, null]);
  expect((await names()).toSorted()).toEqual([kept.id, other.id].toSorted());
});

test('[SYNC-47] what was decided, or is not theirs to change, stays, and with it its category', async () => {
  const [kept, double] = [await create('Travel'), await create('Travel')];
  const [pending, approved] = [await expenseIn(double.id), await expenseIn(double.id, { status: 'approved' })];
  const clerk = company.as(AUTHOR, 'expense_categories.manage', 'expenses.update');
  expect(await mergeCategories(company.db, { from: double, into: kept }, clerk)).toEqual({ left: 1 });
  expect([await categoryOf(pending.id), await categoryOf(approved.id)]).toEqual([kept.id, double.id]);
  expect(await names()).toHaveLength(2);
  // What is booked is no owner's to change either.
  expect(await mergeCategories(company.db, { from: double, into: kept }, company.ctx)).toEqual({ left: 1 });
  expect(await names()).toHaveLength(2);
});

test('[SYNC-47] series move as expenses do, where they may be changed', async () => {
  const [kept, double, other] = [await create('Travel'), await create('Travel'), await create('Meals')];
  const series = await seriesIn(double.id);
  const others = await seriesIn(other.id);
  const clerk = company.as(AUTHOR, 'expense_categories.manage', 'expenses.update');
  expect(await mergeCategories(company.db, { from: double, into: kept }, clerk)).toEqual({ left: 1 });
  expect([await categoryOfSeries(series), (await names()).length]).toEqual([double.id, 3]);
  expect(await mergeCategories(company.db, { from: double, into: kept }, company.ctx)).toEqual({ left: 0 });
  expect([await categoryOfSeries(series), await categoryOfSeries(others)]).toEqual([kept.id, other.id]);
  expect((await names()).toSorted()).toEqual([kept.id, other.id].toSorted());
});

test('[SYNC-47] what a colleague puts elsewhere while the others are moved stays there', async () => {
  const [kept, double, meals] = [await create('Travel'), await create('Travel'), await create('Meals')];
  const moving = [await expenseIn(double.id), await expenseIn(double.id)];
  const isBetween = firstValueFrom(company.db.collections.expenses.$).then(async ({ documentId }) => {
    const other = moving.find(({ id }) => id !== documentId)!;
    await changeRecord(company.db, 'expenses', other.id, (current) => ({ ...current, category_id: meals.id }));
  });
  await mergeCategories(company.db, { from: double, into: kept }, company.ctx);
  await isBetween;
  expect(new Set(await Promise.all(moving.map(({ id }) => categoryOf(id))))).toEqual(new Set([kept.id, meals.id]));
});

test('without the right to manage categories nothing is merged, nor into one that is gone', async () => {
  const [kept, double] = [await create('Travel'), await create('Travel')];
  const merge = (into: { id: string; name: string }, ctx = company.ctx) => mergeCategories(company.db, { from: double, into }, ctx);
  await expect(merge(kept, company.as(AUTHOR, 'expenses.update'))).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(merge({ ...kept, id: company.ctx.newId() })).rejects.toMatchObject({ code: 'not_found' });
  await expect(merge(double)).rejects.toMatchObject({ code: 'not_found' });
  expect(await names()).toHaveLength(2);
});

test('[SYNC-28] a category that was renamed since it was shown is not merged away', async () => {
  const [kept, double] = [await create('Travel'), await create('Travel')];
  const input = { name: 'Travel abroad', description: '', icon: 'plane', color: '#6366f1', is_active: true } as const;
  await editCategory(company.db, { id: double.id, input }, company.ctx);
  await expect(mergeCategories(company.db, { from: double, into: kept }, company.ctx)).rejects.toMatchObject({ code: 'conflict' });
  const third = await create('Travel');
  await expect(mergeCategories(company.db, { from: third, into: double }, company.ctx)).rejects.toMatchObject({ code: 'conflict' });
  expect(await names()).toHaveLength(3);
});
