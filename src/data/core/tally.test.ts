import 'fake-indexeddb/auto';
import type { Dexie } from 'dexie';
import fc from 'fast-check';
import { createRxDatabase, type RxCollection } from 'rxdb';
import { afterEach, expect, test } from 'vitest';
import { expenses as spec } from '#domain/expenses/expenses.entity.ts';
import { addCells, type Cell, CELLS_VERSION, type OpenSums, type Sums } from '#domain/reports/cell.ts';
import { expenseCells } from '#domain/reports/expense-cells.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { newId } from '#platform/ids/ids.ts';
import { expenseOf } from '#tests/support/finance-records.ts';
import type { EntitySpec } from '#domain/shared/define-entity.ts';
import { storedSchema, toStored } from './stored-form.ts';
import { companyStorage, sumsOf } from './storage.ts';
import type { Tally } from './tally.ts';

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const db of opened.splice(0)) await db.close();
});

type Opened = { expenses: RxCollection<Expense>; close(): Promise<unknown> };

async function open(name: string, tally: Tally | null = expenseCells as Tally): Promise<Opened> {
  const db = await createRxDatabase({ name, storage: companyStorage(() => tally ?? undefined), multiInstance: false });
  const { expenses } = await db.addCollections({ expenses: { schema: storedSchema(spec) } });
  const result = { expenses: expenses as unknown as RxCollection<Expense>, close: async () => db.closed || db.close() };
  opened.push(result);
  return result;
}
/** As the app writes it, with its derived fields. */
const stored = (values: Partial<Expense> = {}) => toStored(spec as EntitySpec, expenseOf(values)) as Expense;
const fresh = () => `tally-${newId()}`;
const kept = async ({ expenses }: Opened) => plain((await sumsOf(expenses.internalStorageInstance)) as Sums);

/** Added up from the documents, as nobody does in the app. */
async function counted({ expenses }: Opened) {
  const sums: OpenSums = new Map();
  for (const document of await expenses.find().exec()) addCells(sums, expenseCells(document.toMutableJSON() as Expense));
  return plain(sums);
}
const plain = (sums: Sums) =>
  Object.fromEntries(
    [...sums].map(([month, cells]): [string, unknown] => [month, Object.fromEntries(cells)]).sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const change = fc.record({
  at: fc.nat({ max: 11 }),
  does: fc.constantFrom('add', 'add', 'change', 'remove', 'stale' as const),
  amount: fc.integer({ min: -99_999, max: 999_999 }).map((cents) => cents / 100),
  currency: fc.constantFrom('EUR', 'EUR', 'JPY', 'KWD'),
  status: fc.constantFrom('pending', 'approved', 'rejected', 'reimbursed' as const),
  expense_date: fc.constantFrom('2025-12-31', '2026-01-01', '2026-02-28'),
  is_reimbursable: fc.boolean(),
});

test('whatever is written, changed, deleted or refused, the kept sums are those of the documents', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 40 }), async (changes) => {
      const db = await open(fresh());
      const ids = Array.from({ length: 12 }, newId);
      for (const { at, does, ...values } of changes) {
        const id = ids[at] ?? newId();
        const found = await db.expenses.findOne(id).exec();
        if (does === 'add' && !found) await db.expenses.insert(stored({ id, ...values }));
        if (does === 'change' && found) await found.incrementalPatch(values);
        if (does === 'remove' && found) await found.incrementalRemove();
        if (does === 'stale' && found) {
          const previous = found.toMutableJSON(true);
          await found.incrementalPatch({ description: 'newer' });
          const refused = await db.expenses.internalStorageInstance.bulkWrite(
            [{ previous, document: { ...previous, ...values } }] as never,
            'test',
          );
          if (refused.error.length !== 1) throw new Error('a stale write was taken');
        }
      }
      expect(await kept(db)).toEqual(await counted(db));
    }),
    { numRuns: 10, seed: 20_260_105 },
  );
});

test('documents from before there were sums are added up once, whatever was written meanwhile', async () => {
  const name = fresh();
  const before = await open(name, null);
  await before.expenses.bulkInsert([stored({ amount: 10 }), stored({ amount: 20, status: 'approved' })]);
  await before.close();
  const db = await open(name);
  await db.expenses.insert(stored({ amount: 5 }));
  expect(await kept(db)).toEqual(await counted(db));
  await db.expenses.insert(stored({ amount: 7 }));
  expect(await kept(db)).toEqual(await counted(db));
});

test('sums made by other rules are never trusted, neither by the newer app nor by the older one', async () => {
  const name = fresh();
  const db = await open(name);
  await db.expenses.insert(stored({ amount: 10 }));
  await setVersion(db, CELLS_VERSION + 1);
  await db.expenses.insert(stored({ amount: 20 }));
  expect(await version(db)).toBeUndefined();
  expect(await kept(db)).toEqual(await counted(db));
  expect(await version(db)).toBe(CELLS_VERSION);
});

test('sums that are left without a version and without documents are not added to', async () => {
  const db = await open(fresh());
  await result((await store(db, 'readwrite')).put({ sequence: '2026-05', cells: new Map([['expense|EUR|pending|x', [9n, 9n, 0n]]]) }));
  await db.expenses.insert(stored({ expense_date: '2026-03-05' }));
  expect(await kept(db)).toEqual(await counted(db));
});

test('a month that has nothing left takes no room', async () => {
  const db = await open(fresh());
  const document = await db.expenses.insert(stored({ expense_date: '2026-03-05' }));
  await document.incrementalPatch({ expense_date: '2026-04-05' });
  expect(Object.keys(await kept(db))).toEqual(['2026-04']);
});

test('a document of a form unknown here counts for nothing and is stored all the same', async () => {
  const fussy: Tally = (document: Expense): readonly Cell[] => {
    if (document.description === 'odd') throw new Error('unknown');
    return expenseCells(document);
  };
  const db = await open(fresh(), fussy as Tally);
  const odd = await db.expenses.insert(stored({ description: 'odd' }));
  expect(await kept(db)).toEqual({});
  await odd.incrementalPatch({ description: 'fine' });
  expect(await kept(db)).toEqual(await counted(db));
});

async function store({ expenses }: Opened, mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const { dexieDb } = await (expenses.internalStorageInstance as unknown as { internals: Promise<{ dexieDb: Dexie }> }).internals;
  return dexieDb.backendDB().transaction('changes', mode).objectStore('changes');
}
const result = <T>(request: IDBRequest<T>): Promise<T> => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
const version = async (db: Opened) => (await result((await store(db, 'readonly')).get('version')))?.version;
const setVersion = async (db: Opened, to: number) => result((await store(db, 'readwrite')).put({ sequence: 'version', version: to }));
