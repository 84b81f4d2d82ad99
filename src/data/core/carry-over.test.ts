import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, test } from 'vitest';
import { repairCompany } from '#data/sync/repair.ts';
import { newId } from '#platform/ids/ids.ts';
import { expenseOf, vendorOf } from '#tests/sync/records.ts';
import { closeCompanyDatabase, companyDatabaseName, openCompanyDatabase } from './company-database.ts';
import { insertRecord } from './write.ts';

type Target = { userId: string; companyId: string };
const opened: Target[] = [];
const open = (target: Target) => {
  opened.push(target);
  return openCompanyDatabase(target);
};
const close = async (target: Target) => {
  opened.splice(opened.indexOf(target), 1);
  await closeCompanyDatabase(target);
};
afterEach(() => Promise.all(opened.splice(0).map(closeCompanyDatabase)));

const databasesOf = async ({ companyId }: Target) =>
  (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('rxdb-dexie-') && name.includes(companyId) ? [name] : []));

/** What the version of the app before left behind: the same rows without a field that it did not know. */
async function asOlderForm(target: Target, unknownField: string): Promise<void> {
  for (const name of await databasesOf(target)) {
    const now = await new Dexie(name).open();
    const docs = now.tables.some((table) => table.name === 'docs') ? await now.table<Record<string, unknown>>('docs').toArray() : [];
    now.close();
    await Dexie.delete(name);
    const older = new Dexie(name.replace(/kontor-\d+-/, 'kontor-0-'));
    older.version(1).stores({ docs: 'id' });
    await older.table('docs').bulkPut(docs.map(({ [unknownField]: _unknown, ...row }) => row));
    older.close();
  }
}

async function leftByAnOlderApp(unknownField: string, count: number): Promise<{ target: Target; names: string[] }> {
  const target = { userId: newId(), companyId: newId() };
  const db = await open(target);
  const names: string[] = [];
  for (let n = 0; n < count; n += 1)
    names.push(
      (
        await insertRecord(
          db,
          'vendors',
          vendorOf({ id: newId(), company_id: target.companyId, at: '2026-01-01T00:00:00Z' }, `Vendor ${n}`),
        )
      ).name,
    );
  await db.device.outbox.clear();
  await close(target);
  await asOlderForm(target, unknownField);
  return { target, names };
}
const vendorNames = async (target: Target) => (await (await open(target)).collections.vendors.find().exec()).map(({ name }) => name).sort();

test('an update that first starts without a network shows what the device had, and the older copy goes', async () => {
  const { target, names } = await leftByAnOlderApp('recurring_key', 3);
  expect(await vendorNames(target)).toEqual(names);
  await expect.poll(async () => (await databasesOf(target)).filter((name) => !name.includes(companyDatabaseName(target)))).toEqual([]);
});

test('what was taken along is of unknown age: the first sync loads everything afresh', async () => {
  const { target } = await leftByAnOlderApp('recurring_key', 1);
  const db = await open(target);
  await repairCompany(db);
  expect(await db.device.sync_state.get(target.companyId)).toMatchObject({ snapshot: 'unknown', loaded: false });
});

test('a record that lacks what nobody can do without stays behind, the company opens all the same', async () => {
  const { target } = await leftByAnOlderApp('name', 2);
  expect(await vendorNames(target)).toEqual([]);
});

test('a field that the older app did not know is empty', async () => {
  const target = { userId: newId(), companyId: newId() };
  const db = await open(target);
  const base = { id: newId(), company_id: target.companyId, at: '2026-01-01T00:00:00Z' };
  await insertRecord(db, 'expenses', expenseOf(base, 'Taxi', target.userId, null, 42));
  await close(target);
  await asOlderForm(target, 'recurring_period');
  const carried = await (await open(target)).collections.expenses.findOne(base.id).exec();
  expect(carried?.toMutableJSON()).toMatchObject({ description: 'Taxi', amount: 42, recurring_period: null });
});
