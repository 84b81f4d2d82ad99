import { firstValueFrom, filter as only, type Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newRecord } from '#data/core/command-context.ts';
import { changeRecord, insertRecord } from '#data/core/write.ts';
import { watchExpenses } from '#data/expenses/expenses.queries.ts';
import { EVERY_EXPENSE, type ExpenseFilter } from '#domain/expenses/expense-filter.ts';
import { expenseOf } from '#tests/support/finance-records.ts';
import { type LocalCompany, localCompany } from '#tests/support/local-company.ts';
import { vendorOf } from '#tests/sync/records.ts';
import { liveSearch } from './live-search.ts';

let company: LocalCompany;
beforeEach(async () => {
  company = await localCompany();
  const base = () => ({ id: company.ctx.newId(), company_id: company.ctx.companyId, at: '2026-01-01T00:00:00Z' });
  const [bahn, cafe] = [vendorOf(base(), 'Müller Bahn'), vendorOf(base(), 'Café Störtebek')];
  await insertRecord(company.db, 'vendors', bahn);
  await insertRecord(company.db, 'vendors', cafe);
  for (let n = 0; n < 60; n += 1)
    await insertRecord(
      company.db,
      'expenses',
      expenseOf({
        ...newRecord(company.ctx),
        description: ['Zug nach Köln', 'Hotel', 'Essen mit Müller'][n % 3] ?? '',
        number: `EXP-2026-${n}`,
        amount: n % 5 === 0 ? 892.38 : n,
        vendor_id: [bahn.id, cafe.id, null][n % 4] ?? null,
        status: n % 2 === 0 ? 'pending' : 'approved',
        // Several of each day, so that their ids decide.
        expense_date: `2026-01-${String(10 + (n % 7))}`,
      }),
    );
});
afterEach(() => company.stop());

const shown = async (filter: Partial<ExpenseFilter>, limit = 100) => {
  const found$ = watchExpenses(company.db, { filter: { ...EVERY_EXPENSE, ...filter }, limit });
  const { rows, hasMore } = await firstValueFrom(found$.pipe(only(({ isSearching }) => !isSearching)));
  return { rows: rows.map(({ number }) => number), hasMore };
};
/** What the index answers where it finds more than are read one after another. */
const asIfTooMany = () => vi.spyOn(liveSearch(company.db).index, 'matches').mockReturnValue(null);
/** How many expenses are read by their ids at a time, and what is asked of the disk's own indexes. */
function readings() {
  const { storageInstance } = company.db.collections.expenses;
  const [byId, query] = [storageInstance.findDocumentsById, storageInstance.query];
  const read: number[] = [];
  const queries: unknown[] = [];
  storageInstance.findDocumentsById = (ids, withDeleted) => {
    read.push(ids.length);
    return byId.call(storageInstance, ids, withDeleted);
  };
  storageInstance.query = (asked) => {
    queries.push(asked);
    return query.call(storageInstance, asked);
  };
  return { read, queries };
}
const FILTERS: readonly (readonly [string, Partial<ExpenseFilter>, number])[] = [
  ['words in any order', { text: 'koln zug' }, 20],
  ['the vendor beside the words', { text: 'störtebek hotel' }, 5],
  ['an amount', { text: '892,38' }, 12],
  ['an amount beside a word', { text: 'mueller 892.38' }, 6],
  ['a number', { text: 'exp-2026-17' }, 1],
  ['the oldest first', { text: 'zug', sort: 'oldest' }, 20],
  ['the highest first', { text: 'zug', sort: 'highest' }, 20],
  ['another filter as well', { text: 'zug', status: 'approved', from: '2026-01-12', to: '2026-01-15' }, 6],
  ['nothing', { text: 'flug' }, 0],
  ['no word at all', { text: ' - ' }, 60],
];

describe('a text in a list', () => {
  test.each(FILTERS)('finds the same with the index as row by row, and in the same order: %s', async (_, filter, count) => {
    const byRow = await shown(filter);
    expect(liveSearch(company.db).isComplete()).toBe(false);
    await liveSearch(company.db).built;
    const found = await shown(filter);
    expect(found).toEqual(byRow);
    expect(found.rows).toHaveLength(count);
    expect(new Set(found.rows).size).toBe(count);
    asIfTooMany();
    for (const limit of [1, 5, 100]) {
      const { rows, hasMore } = await shown(filter, limit);
      expect({ rows, hasMore }).toEqual({ rows: byRow.rows.slice(0, limit), hasMore: count > limit });
    }
  });

  test.each([
    ['fill a page', { text: 'zug' }, 10, true, [11]],
    ['fill a page, the oldest first', { text: 'zug', sort: 'oldest' }, 10, true, [11]],
    ['are read in an order that no day tells', { text: 'zug', sort: 'highest' }, 10, false, []],
    ['do not fill it', { text: 'zug', to: '2026-01-11' }, 10, false, [11]],
  ] as const)('where it finds too many, only those shown are read if they %s', async (_, filter, limit, isNamed, byIds) => {
    await liveSearch(company.db).built;
    asIfTooMany();
    const { read, queries } = readings();
    expect((await shown(filter, limit)).rows.length).toBeGreaterThan(0);
    expect({ isNamed: queries.length === 0, read }).toEqual({ isNamed, read: byIds });
  });

  test('reads on where the rest of the filter leaves rows out, and says when there are more', async () => {
    await liveSearch(company.db).built;
    const all = await shown({ text: 'zug', status: 'approved' });
    for (const limit of [1, 3, all.rows.length - 1, all.rows.length])
      expect(await shown({ text: 'zug', status: 'approved' }, limit)).toEqual({
        rows: all.rows.slice(0, limit),
        hasMore: limit < all.rows.length,
      });
  });

  test('follows what is written while it is shown, its vendor’s name included', async () => {
    await liveSearch(company.db).built;
    const seen: number[] = [];
    const found$ = watchExpenses(company.db, { filter: { ...EVERY_EXPENSE, text: 'bahn' }, limit: 100 });
    const watching = found$.subscribe(({ rows }) => seen.push(rows.length));
    await expect.poll(() => seen.at(-1)).toBe(15);
    const [vendor] = await company.db.collections.vendors.find({ selector: { name: 'Müller Bahn' } }).exec();
    const [hotel] = await company.db.collections.expenses.find({ selector: { number: 'EXP-2026-1' } }).exec();
    await changeRecord(company.db, 'expenses', hotel?.id ?? '', (current) => ({ ...current, description: 'Bahnhof' }));
    await expect.poll(() => seen.at(-1)).toBe(16);
    await changeRecord(company.db, 'vendors', vendor?.id ?? '', (current) => ({ ...current, name: 'Müller Flug' }));
    await expect.poll(() => seen.at(-1)).toBe(1);
    watching.unsubscribe();
  });

  test.each([
    ['with the index', true, 100],
    ['row by row', false, 5],
  ])('is found while changes come faster than rows are read: %s', async (_, isIndexed, limit) => {
    await liveSearch(company.db).built;
    if (!isIndexed) asIfTooMany();
    const { storageInstance } = company.db.collections.expenses;
    const changed = liveSearch(company.db).changed$ as Subject<void>;
    let times = 0;
    /** Something else that the index follows changes meanwhile, for longer than changes are gathered. */
    const busily = async <T>(answer: () => Promise<T>): Promise<T> => {
      times += 1;
      for (let change = 0; times < 9 && change < 3; change += 1) {
        await new Promise((resolve) => setTimeout(resolve, 80));
        changed.next();
      }
      return answer();
    };
    const [byId, query] = [storageInstance.findDocumentsById, storageInstance.query];
    if (isIndexed) storageInstance.findDocumentsById = (...args) => busily(() => byId.apply(storageInstance, args));
    else storageInstance.query = (...args) => busily(() => query.apply(storageInstance, args));
    expect((await shown({ text: 'zug', to: '2026-01-11' }, limit)).rows).toHaveLength(Math.min(limit, 6));
    expect(times).toBeLessThan(9);
  });

  test('with the index reads what it shows and no other row', async () => {
    await liveSearch(company.db).built;
    const { read, queries } = readings();
    expect((await shown({ text: 'exp-2026-17' })).rows).toEqual(['EXP-2026-17']);
    expect([read, queries]).toEqual([[1], []]);
  });
});
