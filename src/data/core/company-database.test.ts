import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { COLLECTION_NAMES, registry } from '#domain/registry.ts';
import { newId } from '#platform/ids/ids.ts';
import { vendorOf } from '#tests/sync/records.ts';
import { closeCompanyDatabase, companyDatabaseName, deleteCompanyDatabase, openCompanyDatabase } from './company-database.ts';
import { storedSchema } from './stored-form.ts';
import { createSharedHandles } from '#data/device/shared-handles.ts';
import { insertRecord } from './write.ts';

const opened: { userId: string; companyId: string }[] = [];
afterEach(async () => {
  for (const target of opened.splice(0)) await closeCompanyDatabase(target);
});
function open(target = { userId: newId(), companyId: newId() }) {
  opened.push(target);
  return openCompanyDatabase(target);
}
/** Without native BroadcastChannel, as here, RxDB's messages between tabs go through a database of their own. */
const databasesOf = async (companyId: string) =>
  (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('rxdb-dexie-') && name.includes(companyId) ? [name] : []));

/** RxDB refuses to open a database under another schema than it was made with: every device would lose its companies with the update. */
test('another stored schema, be it by one field, has another form: raise LOCAL_FORM, then write both here', () => {
  const schemas = JSON.stringify(COLLECTION_NAMES.map((name) => [name, storedSchema(registry[name])]));
  const form = companyDatabaseName({ userId: '', companyId: '' });
  expect([form, createHash('sha256').update(schemas).digest('hex').slice(0, 12)]).toEqual(['kontor-4--', 'f500d80cea88']);
});

test('two callers share one database, and the last to leave closes it', async () => {
  const target = { userId: newId(), companyId: newId() };
  const [one, two] = await Promise.all([open(target), open(target)]);
  expect(two).toBe(one);
  await closeCompanyDatabase(opened.pop() ?? target);
  expect(one.rx.closed).toBe(false);
  await closeCompanyDatabase(opened.pop() ?? target);
  expect(one.rx.closed).toBe(true);
});

test('mounted, unmounted and mounted again, as StrictMode does: the database is open and holds its records', async () => {
  const target = { userId: newId(), companyId: newId() };
  const first = await openCompanyDatabase(target);
  const vendor = await insertRecord(
    first,
    'vendors',
    vendorOf({ id: newId(), company_id: target.companyId, at: '2026-01-01T00:00:00Z' }, 'Acme'),
  );
  const closing = closeCompanyDatabase(target);
  const again = await open(target);
  await closing;
  expect((await again.collections.vendors.findOne(vendor.id).exec())?.name).toBe('Acme');
});

test('switching between companies stays within the 13 collections of the free edition', async () => {
  const userId = newId();
  for (let turn = 0; turn < 4; turn += 1) {
    const target = { userId, companyId: newId() };
    const db = await openCompanyDatabase(target);
    expect(Object.keys(db.collections).length).toBeLessThanOrEqual(13);
    await closeCompanyDatabase(target);
  }
});

test('removing a company from the device leaves nothing of it and everything of the others', async () => {
  const userId = newId();
  const [gone, kept] = [
    { userId, companyId: newId() },
    { userId, companyId: newId() },
  ];
  for (const target of [gone, kept]) {
    const db = await openCompanyDatabase(target);
    await insertRecord(db, 'vendors', vendorOf({ id: newId(), company_id: target.companyId, at: '2026-01-01T00:00:00Z' }, 'Acme'));
    await closeCompanyDatabase(target);
  }
  await deleteCompanyDatabase(gone);
  expect(await databasesOf(gone.companyId)).toEqual([]);
  const db = await open(kept);
  expect(await db.collections.vendors.count().exec()).toBe(1);
  expect((await db.device.outbox.toArray()).map((row) => row.company_id)).toEqual([kept.companyId]);
});

test('databases of an older local form are cleared away', async () => {
  const target = { userId: newId(), companyId: newId() };
  const old = `rxdb-dexie-${companyDatabaseName(target).replace(/^kontor-\d+/, 'kontor-0')}--0--vendors`;
  await new Promise((resolve) => (indexedDB.open(old).onsuccess = (event) => resolve((event.target as IDBOpenDBRequest).result.close())));
  await open(target);
  await expect.poll(async () => (await databasesOf(target.companyId)).includes(old)).toBe(false);
});

test('a handle that could not be opened is tried again by the next caller', async () => {
  let attempts = 0;
  const handles = createSharedHandles<string, number>({
    open: async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('blocked');
      return attempts;
    },
    close: async () => undefined,
  });
  await expect(handles.acquire('a')).rejects.toThrow('blocked');
  expect(await handles.acquire('a')).toBe(2);
  expect(handles.holders('a')).toBe(1);
});
