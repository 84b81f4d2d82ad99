import { firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { forgetFilter, type SavedFilter, saveFilter, watchSavedFilters } from './saved-filters.ts';

let company: LocalCompany;
beforeEach(async () => void (company = await localCompany()));
afterEach(() => company.stop());

const EXPENSES = '/finance/expenses';
const pending: SavedFilter = { name: 'To approve', path: EXPENSES, search: '?status=pending' };
const saved = async (path = EXPENSES) =>
  (await firstValueFrom(watchSavedFilters(company.db, path))).map(({ name, search }) => [name, search]);

test('filters are kept by list and shown by name', async () => {
  await saveFilter(company.db, { ...pending, name: ' Travel ', search: '?category=1' });
  await saveFilter(company.db, pending);
  await saveFilter(company.db, { ...pending, path: '/finance/invoices' });
  expect(await saved()).toEqual([
    ['To approve', '?status=pending'],
    ['Travel', '?category=1'],
  ]);
});

test('a name that is there is replaced, whatever its case', async () => {
  await saveFilter(company.db, pending);
  await saveFilter(company.db, { ...pending, name: 'to approve', search: '?status=pending&sort=highest' });
  expect(await saved()).toEqual([['to approve', '?status=pending&sort=highest']]);
});

test('a filter is forgotten, two saved at once are both kept', async () => {
  await Promise.all([saveFilter(company.db, pending), saveFilter(company.db, { ...pending, name: 'Mine', search: '?mine=1' })]);
  await forgetFilter(company.db, pending);
  expect(await saved()).toEqual([['Mine', '?mine=1']]);
});

test('a filter needs a name', async () => {
  await expect(saveFilter(company.db, { ...pending, name: ' ' })).rejects.toMatchObject({ code: 'invalid_input' });
});
