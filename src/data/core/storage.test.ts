import 'fake-indexeddb/auto';
import { createRxDatabase, type RxCollection, type RxStorage } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { afterEach, expect, test, vi } from 'vitest';
import { expenses as spec } from '#domain/expenses/expenses.entity.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { expenseOf } from '#tests/sync/records.ts';
import { type Chance, seeded } from '#tests/sync/seeded.ts';
import type { EntitySpec } from '#domain/shared/define-entity.ts';
import { storedSchema, toStored } from './stored-form.ts';
import { pageQuery } from './pages.ts';
import { reportHealth, storageHealth$, toStorageError } from '#data/device/storage-health.ts';
import { companyStorage } from './storage.ts';

type Opened = { expenses: RxCollection<Expense>; close(): Promise<void> };
const opened: Opened[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

/** How everything says it that reads or writes. */
const asTold = (error: unknown) => {
  throw toStorageError(error);
};

let names = 0;
const fresh = () => `t${(names += 1)}`;
async function open(storage: RxStorage<unknown, unknown>, name = fresh()): Promise<Opened> {
  const db = await createRxDatabase({ name, storage, multiInstance: false });
  const { expenses } = await db.addCollections({ expenses: { schema: storedSchema(spec) } });
  const each = { expenses: expenses as unknown as RxCollection<Expense>, close: async () => void (await db.close()) };
  opened.push(each);
  return each;
}
const stock = () => getRxStorageDexie() as unknown as RxStorage<unknown, unknown>;

const STATUSES = ['pending', 'approved', 'rejected', 'reimbursed'] as const;
const USERS = ['u1', 'u2', 'u3'];
const day = (chance: Chance) => `2026-0${1 + chance.within(3)}-${String(1 + chance.within(28)).padStart(2, '0')}`;
function someExpense(chance: Chance, number: number): Expense {
  const id = `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const base = { id, company_id: 'c', at: '2026-01-01T00:00:00Z' };
  return toStored(spec as EntitySpec, {
    ...expenseOf(base, `d${number}`, chance.pick(USERS), null, chance.within(50) - 10.5),
    status: chance.pick(STATUSES),
    expense_date: day(chance),
  });
}

function someQuery(chance: Chance) {
  const selector: Record<string, unknown> = {};
  if (chance() < 0.4) selector['status'] = chance.pick(STATUSES);
  if (chance() < 0.3) selector['created_by'] = chance.pick(USERS);
  if (chance() < 0.4) selector['expense_date'] = { [chance.pick(['$gt', '$gte', '$lt', '$lte'])]: day(chance) };
  if (chance() < 0.3) selector['amount'] = { [chance.pick(['$gt', '$lte'])]: chance.within(50) - 10 };
  if (chance() < 0.2) selector['is_billable'] = false;
  const direction = chance.pick(['asc', 'desc'] as const);
  const field = chance.pick(['expense_date', 'amount', 'created_by', 'id', 'description']);
  const sort = field === 'id' ? [{ id: direction }] : [{ [field]: direction }, { id: direction }];
  return {
    selector,
    sort,
    ...(chance() < 0.7 ? { limit: 1 + chance.within(30) } : {}),
    ...(chance() < 0.2 ? { skip: chance.within(10) } : {}),
  };
}

const ids = async (collection: RxCollection<Expense>, query: object) => (await collection.find(query).exec()).map((doc) => doc.id);

test('200 random queries answer as the stock storage does, after inserts, updates and deletes', async () => {
  const chance = seeded(7);
  const [ours, theirs] = [await open(companyStorage()), await open(stock())];
  const docs = Array.from({ length: 120 }, (_, index) => someExpense(chance, index));
  for (const { expenses } of [ours, theirs]) await expenses.bulkInsert(docs);
  for (let round = 0; round < 4; round += 1) {
    for (let index = 0; index < 50; index += 1) {
      const query = someQuery(chance);
      expect(await ids(ours.expenses, query), JSON.stringify(query)).toEqual(await ids(theirs.expenses, query));
    }
    const [changed, removed] = [chance.pick(docs).id, chance.pick(docs).id];
    const amount = chance.within(50);
    for (const { expenses } of [ours, theirs]) {
      await (await expenses.findOne(changed).exec())?.incrementalPatch({ amount, status: 'approved' });
      await (await expenses.findOne(removed).exec())?.incrementalRemove();
    }
  }
});

test('the stock storage opens what ours wrote, and the other way round', async () => {
  const name = fresh();
  const chance = seeded(3);
  const docs = Array.from({ length: 20 }, (_, index) => someExpense(chance, index));
  const first = await open(companyStorage(), name);
  await first.expenses.bulkInsert(docs.slice(0, 10));
  await first.close();
  const second = await open(stock(), name);
  await second.expenses.bulkInsert(docs.slice(10));
  await second.close();
  const third = await open(companyStorage(), name);
  expect((await third.expenses.find({ sort: [{ id: 'asc' }] }).exec()).map((doc) => doc.toMutableJSON())).toEqual(docs);
});

test('a record that exists is not inserted twice, and a stale change is refused', async () => {
  const { expenses } = await open(companyStorage());
  const doc = someExpense(seeded(1), 1);
  await expenses.insert(doc);
  await expect(expenses.insert(doc)).rejects.toMatchObject({ code: 'CONFLICT' });
  const instance = expenses.storageInstance;
  const [before] = await instance.findDocumentsById([doc.id], false);
  await (await expenses.findOne(doc.id).exec())?.incrementalPatch({ amount: 1 });
  const result = await instance.bulkWrite([{ previous: before as never, document: { ...before, amount: 2 } as never }], 'test');
  expect(result.error.map((each) => each.status)).toEqual([409]);
});

test('pages by keyset meet every record exactly once, in order, in both directions', async () => {
  const chance = seeded(11);
  const { expenses } = await open(companyStorage());
  const docs = Array.from({ length: 120 }, (_, index) => someExpense(chance, index));
  await expenses.bulkInsert(docs);
  for (const direction of ['asc', 'desc'] as const) {
    for (const field of ['expense_date', 'amount', 'id'] as const) {
      for (const selector of [{}, { status: 'pending' }, { expense_date: { $gte: '2026-02-01' } }]) {
        const seen: Expense[] = [];
        for (let after: Expense | undefined; ; after = seen.at(-1)) {
          const query = pageQuery<Expense>({
            selector: selector as never,
            sort: { field, direction },
            limit: 7,
            ...(after ? { after } : {}),
          });
          const page = (await expenses.find(query).exec()).map((doc) => doc.toMutableJSON());
          seen.push(...(page as Expense[]));
          if (page.length < 7) break;
        }
        const all = await ids(expenses, {
          selector,
          sort: field === 'id' ? [{ id: direction }] : [{ [field]: direction }, { id: direction }],
        });
        expect(seen.map((doc) => doc.id)).toEqual(all);
      }
    }
  }
});

test('removing a database leaves nothing in IndexedDB', async () => {
  const name = fresh();
  const db = await createRxDatabase({ name, storage: companyStorage(), multiInstance: false });
  await db.addCollections({ expenses: { schema: storedSchema(spec) } });
  await db.remove();
  expect((await indexedDB.databases()).filter((each) => each.name?.includes(`-${name}-`))).toEqual([]);
});

test('[SYNC-18] a database that is taken away under the running app is said to be closed, and is not opened anew', async () => {
  reportHealth('ok');
  const name = fresh();
  const { expenses, close } = await open(companyStorage(), name);
  const other = await open(companyStorage());
  await other.close();
  expect(storageHealth$.value.state).toBe('ok'); // who closes it knows
  const databases = (await indexedDB.databases()).flatMap((each) => (each.name?.includes(`-${name}-`) ? [each.name] : []));
  expect(databases).not.toHaveLength(0);
  for (const each of databases) indexedDB.deleteDatabase(each);
  await vi.waitFor(() => expect(storageHealth$.value.state).toBe('closed'));
  reportHealth('ok');
  const { storageInstance } = expenses;
  await expect(storageInstance.findDocumentsById(['x'], false)).rejects.toMatchObject({
    code: 'storage_failed',
    cause: { name: 'DatabaseClosedError' },
  });
  await expect(expenses.count().exec()).rejects.toThrow('closed');
  expect((await indexedDB.databases()).filter((each) => databases.includes(each.name ?? ''))).toEqual([]);
  expect(storageHealth$.value.state).toBe('closed');
  await close();
  reportHealth('ok');
  await expect(storageInstance.findDocumentsById(['x'], false).catch(asTold)).rejects.toMatchObject({ code: 'storage_failed' });
  expect(storageHealth$.value.state).toBe('ok');
});
