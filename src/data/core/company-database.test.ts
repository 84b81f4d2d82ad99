import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import { OPEN_COLLECTIONS } from 'rxdb';
import { afterEach, expect, test, vi } from 'vitest';
import { COLLECTION_NAMES, registry } from '#domain/registry.ts';
import type { EntitySpec } from '#domain/shared/define-entity.ts';
import { newId } from '#platform/ids/ids.ts';
import { vendorOf } from '#tests/sync/records.ts';
import { companyDatabaseName } from './company-database.ts';
import { closeCompanyDatabase, deleteCompanyDatabase, openCompanyDatabase } from './open-company-database.ts';
import { SHELF_SCHEMA } from './shelf.ts';
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

/**
 * RxDB refuses to open a database under another schema than it was made with, and a record of before lacks a field that is new: every device
 * would lose its companies with the update.
 */
test('a kind that is stored otherwise, be it by one field, has another form: raise LOCAL_FORM, then write it here; a new kind may join', () => {
  const print = (value: object) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 6);
  const stored = COLLECTION_NAMES.map((name) => `${name} ${print([(registry[name] as EntitySpec).shelf, storedSchema(registry[name])])}`);
  const known = [
    'kontor-13--',
    'shelf da11d1',
    'companies 87bb5d',
    'members 439b61',
    'expense_categories 0d15e6',
    'vendors 9ac62d',
    'customers 04c44f',
    'invoice_products 257bff',
    'invoices 56db6a',
    'payments 33f5a5',
    'recurring_invoices 0438e1',
    'delivery_notes e10738',
    'expenses eeabe8',
    'recurring_expenses 473dcc',
    'files 7a677f',
    'activity_log 2fe196',
    'periods b65590',
    'period_figures faa57e',
  ];
  const now = [companyDatabaseName({ userId: '', companyId: '' }), `shelf ${print(SHELF_SCHEMA)}`, ...stored];
  expect(now).toEqual(expect.arrayContaining(known));
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

test('a company opens at most 8 of the 13 collections that the free edition allows in a page, and gives them back', async () => {
  const userId = newId();
  for (let turn = 0; turn < 4; turn += 1) {
    const target = { userId, companyId: newId() };
    const db = await openCompanyDatabase(target);
    expect(Object.keys(db.collections)).toEqual(COLLECTION_NAMES);
    expect(OPEN_COLLECTIONS.size).toBeLessThanOrEqual(8);
    await closeCompanyDatabase(target);
    expect(OPEN_COLLECTIONS.size).toBe(0);
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

test('removing a company takes along what is noted of it, and of its receipts, beside its records', async () => {
  const target = { userId: newId(), companyId: newId() };
  const [other, receiptId] = [newId(), newId()];
  const { device } = await open(target);
  const notesOf = (id: string) => [
    `saved-filters:${id}`,
    `mail-templates:${id}`,
    `glance:${id}`,
    `left-reminder:${id}:i`,
    `remove-object:${id}:p`,
  ];
  const notes = [...notesOf(target.companyId), ...notesOf(other), `upload:${receiptId}`, 'upload:another'];
  await device.meta.bulkPut(
    notes.map(() => ({})),
    notes,
  );
  await device.receipts.put({ id: receiptId, company_id: target.companyId } as never);
  await closeCompanyDatabase(opened.pop() ?? target);
  await deleteCompanyDatabase(target);
  const left = (await (await open({ ...target, companyId: other })).device.meta.toCollection().primaryKeys()).filter((key) =>
    notes.includes(key),
  );
  expect(left.toSorted()).toEqual([...notesOf(other), 'upload:another'].toSorted());
});

test('a company whose records could not be removed stays listed, so that it can be removed another time', async () => {
  const target = { userId: newId(), companyId: newId() };
  const { device } = await open(target);
  await device.companies.put({ id: target.companyId } as never);
  await closeCompanyDatabase(opened.pop() ?? target);
  const dies = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
    throw new Error('the tab is closed');
  });
  await expect(deleteCompanyDatabase(target)).rejects.toThrow('the tab is closed');
  dies.mockRestore();
  expect(await (await open({ ...target, companyId: newId() })).device.companies.count()).toBe(1);
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
