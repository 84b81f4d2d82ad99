import { Dexie } from 'dexie';
import { IDBKeyRange, indexedDB } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids/ids.ts';
import { DeviceDatabase, deviceDatabaseName } from './device-database.ts';

const storage = { indexedDB, IDBKeyRange };

test('a device that still has the store of sums loses it and nothing else', async () => {
  const user = newId();
  const before = new Dexie(deviceDatabaseName(user), storage);
  before.version(1).stores({
    outbox: 'key, company_id',
    issues: 'id, company_id, key',
    sync_state: 'company_id',
    companies: 'id',
    receipts: 'id, company_id, expense_id',
    cached_files: 'id, company_id, used_at',
    drafts: 'key, company_id',
    aggregates: 'key, company_id',
    meta: '',
  });
  await before.table('outbox').put({ key: 'vendors:1', company_id: 'c', mine: { name: 'Not sent yet' } });
  await before.table('receipts').put({ id: 'r', company_id: 'c', expense_id: null, bytes: new ArrayBuffer(3) });
  before.close();

  const device = new DeviceDatabase(user, storage);
  await device.open();
  expect(device.tables.map(({ name }) => name)).not.toContain('aggregates');
  expect([...device.backendDB().objectStoreNames]).not.toContain('aggregates');
  expect(await device.outbox.get('vendors:1')).toMatchObject({ mine: { name: 'Not sent yet' } });
  expect((await device.receipts.get('r'))?.bytes).toHaveProperty('byteLength', 3);
  await device.delete();
});
