import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AUTHOR, changedElsewhere, justBefore, type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import type { CategoryInput } from '#domain/expense-categories/expense-category.ts';
import { createCategory, deleteCategory, editCategory, reorderCategories, setCategoryActive } from './expense-categories.commands.ts';
import { watchCategories } from './expense-categories.queries.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
});
afterEach(() => company.stop());

const travel: CategoryInput = { name: 'Travel', description: '', icon: 'plane', color: '#6366f1', is_active: true };
const create = (name: string) => createCategory(company.db, { id: company.ctx.newId(), input: { ...travel, name } }, company.ctx);
const names = async () => (await firstValueFrom(watchCategories(company.db))).map((category) => category.name);

test('a new category comes last', async () => {
  await create('Travel');
  await create('Meals');
  expect(await names()).toEqual(['Travel', 'Meals']);
});

test('saving the same draft twice makes one category, and what was changed elsewhere in between is asked about', async () => {
  const before = { ...travel, name: '' };
  const save = (name: string) => createCategory(company.db, { id, before, input: { ...travel, name } }, company.ctx);
  const id = company.ctx.newId();
  await save('Travel');
  const again = await save('Trips');
  expect(await names()).toEqual(['Trips']);
  await changedElsewhere(company, 'expense_categories', again, { name: 'Journeys' });
  expect(await save('Travel')).toMatchObject({ id, name: 'Journeys' });
  expect(await company.db.device.issues.toArray()).toMatchObject([{ kind: 'conflict', fields: ['name'] }]);
});

test('categories are put in the order asked for, and only moved ones wait to be sent', async () => {
  const [a, b, c] = [await create('Travel'), await create('Meals'), await create('Office')];
  await company.db.device.outbox.clear();
  await reorderCategories(company.db, [b.id, a.id, c.id], company.ctx);
  expect(await names()).toEqual(['Meals', 'Travel', 'Office']);
  expect((await company.db.device.outbox.toArray()).map((row) => row.id).sort()).toEqual([a.id, b.id].sort());
});

test('[SYNC-1] a tab that dies while categories are put in order leaves all of the order waiting', async () => {
  const [a, b] = [await create('Travel'), await create('Meals')];
  await company.db.device.outbox.clear();
  company.db.collections.expense_categories.storageInstance.bulkWrite = () => new Promise(() => undefined);
  void reorderCategories(company.db, [b.id, a.id], company.ctx);
  await expect.poll(() => company.db.device.outbox.count()).toBe(2);
});

test('a category that is deleted while the others are put in order does not come back', async () => {
  const [a, b] = [await create('Travel'), await create('Meals')];
  const { db } = company;
  const slow = justBefore(db, () => deleteCategory(db, a.id, company.ctx));
  await reorderCategories(slow, [b.id, a.id], company.ctx);
  expect(await names()).toEqual(['Meals']);
});

test('an order that names an unknown category is refused and nothing moves', async () => {
  const a = await create('Travel');
  await expect(reorderCategories(company.db, [AUTHOR, a.id], company.ctx)).rejects.toMatchObject({ code: 'not_found' });
  expect(await names()).toEqual(['Travel']);
});

test('editing keeps the place', async () => {
  await create('Meals');
  const { id, sort_order } = await create('Travel');
  expect(await editCategory(company.db, { id, input: { ...travel, name: 'Trips' } }, company.ctx)).toMatchObject({
    name: 'Trips',
    sort_order,
  });
  expect(await setCategoryActive(company.db, { id, isActive: false }, company.ctx)).toMatchObject({ is_active: false });
});

test('[SYNC-26] a form that stood open writes only what was changed in it, whatever arrived meanwhile', async () => {
  const category = await create('Travel');
  await changedElsewhere(company, 'expense_categories', category, { icon: 'train', color: '#112233' });
  const input = { ...travel, name: 'Trips', color: '#445566' };
  expect(await editCategory(company.db, { id: category.id, opened: travel, input }, company.ctx)).toMatchObject({
    name: 'Trips',
    icon: 'train',
    color: '#112233',
  });
  expect(await company.db.device.issues.toArray()).toMatchObject([{ collection: 'expense_categories', fields: ['color'] }]);
});

test('without the right to manage categories nothing changes', async () => {
  const { id } = await create('Travel');
  const clerk = company.as(AUTHOR, 'expenses.create');
  await expect(createCategory(company.db, { id: clerk.newId(), input: travel }, clerk)).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(editCategory(company.db, { id, input: travel }, clerk)).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(reorderCategories(company.db, [id], clerk)).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(deleteCategory(company.db, id, clerk)).rejects.toMatchObject({ code: 'not_allowed' });
});

test('a colour that is none is refused with its field', async () => {
  await expect(
    createCategory(company.db, { id: company.ctx.newId(), input: { ...travel, color: 'red' } }, company.ctx),
  ).rejects.toMatchObject({
    data: { issues: [{ path: 'color', message: 'invalidColor' }] },
  });
});
