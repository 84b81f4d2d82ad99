import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { freshSyncState } from '#data/changes/sync-state.ts';
import { deviceDatabases } from '#data/device/device-database.ts';
import { repairCompany } from '#data/sync/repair.ts';
import type { CollectionName } from '#domain/registry.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { newId } from '#platform/ids/ids.ts';
import { leaveOlderForm, type Records, WITH_SHELVES } from '#tests/support/older-form.ts';
import { expenseOf, fileOf, vendorOf } from '#tests/sync/records.ts';
import { carryOver } from './carry-over.ts';
import { type CompanyDatabase, companyDatabaseName, createCompanyDatabase } from './company-database.ts';
import { closeCompanyDatabase, openCompanyDatabase } from './open-company-database.ts';
import { companyStorage } from './storage.ts';
import { listStoredIds, readStored, writeStored } from './stored.ts';
import { changeRecord } from './write.ts';

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

/** Without taking anything along. */
async function openBare(target: Target): Promise<CompanyDatabase> {
  const device = await deviceDatabases.acquire(target.userId);
  return createCompanyDatabase({ ...target, device, storage: companyStorage(), clock: systemClock, newId });
}
async function closeBare({ rx, userId }: CompanyDatabase): Promise<void> {
  await rx.close();
  await deviceDatabases.release(userId);
}

const databasesOf = async ({ companyId }: Target) =>
  (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('rxdb-dexie-') && name.includes(companyId) ? [name] : []));
const olderThanNow = async (target: Target) => (await databasesOf(target)).filter((name) => !name.includes(companyDatabaseName(target)));

const FORM = Number(/\d+/.exec(companyDatabaseName({ userId: '', companyId: '' }))?.[0]);
const newTarget = (): Target => ({ userId: newId(), companyId: newId() });
const vendor = ({ companyId }: Target, name: string) => vendorOf({ id: newId(), company_id: companyId, at: '2026-01-01T00:00:00Z' }, name);
const vendorsNamed = (target: Target, ...names: string[]): Records => ({ vendors: names.map((name) => vendor(target, name)) });
async function namesOf(db: CompanyDatabase, kind: CollectionName = 'vendors'): Promise<unknown[]> {
  const records = await readStored(db, kind, await listStoredIds(db, kind, '', 100));
  return [...records.values()].map((record) => (record as unknown as { name: string }).name).sort();
}
/** The same record without a field that the app which wrote it did not know. */
const without = <T extends SyncedRecord>(record: T, field: keyof T): T => {
  const { [field]: _unknown, ...rest } = record;
  return rest as unknown as T;
};

test('an update that first starts without a network shows what the device had, and the older copy goes', async () => {
  const target = newTarget();
  await leaveOlderForm(target, 3, vendorsNamed(target, 'a', 'b', 'c'));
  const device = await deviceDatabases.acquire(target.userId);
  await device.sync_state.put({ ...freshSyncState(target.companyId, 'of the older copy'), loaded: true });
  await deviceDatabases.release(target.userId);
  expect(await namesOf(await open(target))).toEqual(['a', 'b', 'c']);
  await expect.poll(() => olderThanNow(target)).toEqual([]);
});

test('a kind that lay on a shelf already is taken along without its neighbours', async () => {
  const target = newTarget();
  const [records, same] = [vendorsNamed(target, 'a', 'b'), newId()];
  const customers = [{ ...vendor(target, 'c'), id: same, contact_name: '', language: 'en', currency: 'EUR' }];
  const rest = { payment_terms_days: 14, buyer_reference: '' };
  const all = { ...records, customers: customers.map((each) => ({ ...each, ...rest })) };
  await leaveOlderForm(target, 3, all, WITH_SHELVES);
  const db = await open(target);
  expect([await namesOf(db), await namesOf(db, 'customers')]).toEqual([['a', 'b'], ['c']]);
});

test('what was taken along is of unknown age: the first sync loads everything afresh', async () => {
  const target = newTarget();
  await leaveOlderForm(target, 3, vendorsNamed(target, 'a'));
  const db = await open(target);
  await repairCompany(db);
  expect(await db.device.sync_state.get(target.companyId)).toMatchObject({ snapshot: 'unknown', loaded: false });
});

test('a record that lacks what nobody can do without stays behind, the company opens all the same', async () => {
  const target = newTarget();
  await leaveOlderForm(target, 3, { vendors: [without(vendor(target, 'a'), 'name'), without(vendor(target, 'b'), 'name')] });
  expect(await namesOf(await open(target))).toEqual([]);
});

test('a field that the older app did not know is empty', async () => {
  const target = newTarget();
  const base = { id: newId(), company_id: target.companyId, at: '2026-01-01T00:00:00Z' };
  await leaveOlderForm(target, 3, { expenses: [without(expenseOf(base, 'Taxi', target.userId, null, 42), 'recurring_period')] });
  const carried = await (await open(target)).collections.expenses.findOne(base.id).exec();
  expect(carried?.toMutableJSON()).toMatchObject({ description: 'Taxi', amount: 42, recurring_period: null });
});

const KINDS = ['vendors', 'expenses', 'files'] as const;

test.each(KINDS)(
  'killed while it takes %s along, the next start takes along what is missing, and leaves what was edited since',
  async (kind) => {
    const target = newTarget();
    const [kept, edited] = [vendor(target, 'kept'), vendor(target, 'edited')];
    const expense = expenseOf({ id: newId(), company_id: target.companyId, at: '2026-01-01T00:00:00Z' }, 'Taxi', target.userId, null, 42);
    const file = fileOf({ id: newId(), company_id: target.companyId, at: '2026-01-01T00:00:00Z' }, 'a.jpg', target.userId, expense.id);
    await leaveOlderForm(target, 3, { vendors: [kept, edited], expenses: [expense], files: [file] });
    const db = await openBare(target);
    const older = await olderThanNow(target);
    const { storageInstance } = db.collections[kind];
    const write = storageInstance.bulkWrite;
    const isReached = new Promise<void>((resolve) => {
      storageInstance.bulkWrite = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    const dying = { ...db, exclusive: (<T>(work: () => Promise<T>) => work()) as CompanyDatabase['exclusive'] };
    await Promise.race([carryOver(dying, older), isReached]);
    storageInstance.bulkWrite = write;
    if ((await readStored(db, 'vendors', [edited.id])).size > 0)
      await changeRecord(db, 'vendors', edited.id, (current) => ({ ...current, name: 'edited since' }));
    const isEdited = (await db.device.outbox.count()) > 0;
    await closeBare(db);
    const again = await open(target);
    expect(await namesOf(again)).toEqual([isEdited ? 'edited since' : 'edited', 'kept']);
    expect((await readStored(again, 'expenses', [expense.id])).get(expense.id)).toEqual(expense);
    expect((await readStored(again, 'files', [file.id])).get(file.id)).toEqual(file);
    await expect.poll(() => olderThanNow(target)).toEqual([]);
  },
);

test('cut off once before, and then updated again: each kind comes from the newest form that has it', async () => {
  const target = newTarget();
  const expense = expenseOf({ id: newId(), company_id: target.companyId, at: '2026-01-01T00:00:00Z' }, 'Taxi', target.userId, null, 42);
  await leaveOlderForm(target, 1, vendorsNamed(target, 'oldest'));
  await leaveOlderForm(target, 2, { ...vendorsNamed(target, 'old'), expenses: [expense] });
  await leaveOlderForm(target, 3, vendorsNamed(target, 'new'), WITH_SHELVES);
  const db = await open(target);
  expect(await namesOf(db)).toEqual(['new']);
  expect((await readStored(db, 'expenses', [expense.id])).size).toBe(1);
});

test('of several older forms the newest is carried over, by number', async () => {
  const target = newTarget();
  for (const form of [2, FORM - 1]) await leaveOlderForm(target, form, vendorsNamed(target, `of form ${form}`));
  const db = await openBare(target);
  await carryOver(db, await olderThanNow(target));
  expect(await namesOf(db)).toEqual([`of form ${FORM - 1}`]);
  await closeBare(db);
});

test('what was deleted after the fresh copy had come is not brought back by an older copy that could not be removed', async () => {
  const target = newTarget();
  const records = vendorsNamed(target, 'a');
  const db = await open(target);
  await repairCompany(db);
  await db.device.sync_state.update(target.companyId, { loaded: true });
  await writeStored(db, 'vendors', new Map(records.vendors?.map((each) => [each.id, each])));
  await writeStored(db, 'vendors', new Map(records.vendors?.map((each) => [each.id, null])));
  await close(target);
  await leaveOlderForm(target, FORM - 1, records);
  expect(await namesOf(await open(target))).toEqual([]);
});
