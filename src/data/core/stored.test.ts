import 'fake-indexeddb/auto';
import type { RxStorage } from 'rxdb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DeviceDatabase } from '#data/device/device-database.ts';
import type { StoredFile } from '#domain/files/file.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { newId } from '#platform/ids/ids.ts';
import { fileOf, vendorOf } from '#tests/sync/records.ts';
import { type CompanyDatabase, createCompanyDatabase } from './company-database.ts';
import { companyStorage } from './storage.ts';
import { forgetTombstones, listStoredIds, readStored, writeStored } from './stored.ts';
import { removeRecord } from './write.ts';

let db: CompanyDatabase;
beforeEach(async () => {
  const device = new DeviceDatabase(newId());
  const storage: RxStorage<unknown, unknown> = companyStorage();
  db = await createCompanyDatabase({
    userId: device.userId,
    companyId: newId(),
    device,
    storage,
    clock: systemClock,
    newId,
    multiInstance: false,
  });
});
afterEach(async () => {
  await db.rx.close();
  db.device.close();
});
const base = () => ({ id: newId(), company_id: db.companyId, at: '2026-01-01T00:00:00Z' });

test('a receipt is found by its expense through the derived key, and read back as the record it was', async () => {
  const expense = newId();
  const [with_, without] = [fileOf(base(), 'a.jpg', 'u', expense), fileOf(base(), 'b.jpg', 'u', null)];
  await writeStored(db, 'files', new Map([with_, without].map((file) => [file.id, file])));
  const found = await db.collections.files.find({ selector: { expense_key: expense } as never }).exec();
  expect(found.map((file) => file.id)).toEqual([with_.id]);
  expect([...(await readStored(db, 'files', [with_.id, without.id])).values()]).toEqual([with_, without] satisfies StoredFile[]);
});

test('a live query sees what is written below the collection', async () => {
  const seen: number[] = [];
  const watch = db.collections.vendors.find().$.subscribe((docs) => seen.push(docs.length));
  const vendor = vendorOf(base(), 'Acme');
  await writeStored(db, 'vendors', new Map([[vendor.id, vendor]]));
  await expect.poll(() => seen.at(-1)).toBe(1);
  await writeStored(db, 'vendors', new Map([[vendor.id, null]]));
  await expect.poll(() => seen.at(-1)).toBe(0);
  watch.unsubscribe();
});

test('the same version again is not written again', async () => {
  const vendor = vendorOf(base(), 'Acme');
  await writeStored(db, 'vendors', new Map([[vendor.id, vendor]]));
  const instance = db.collections.vendors.storageInstance;
  instance.bulkWrite = () => Promise.reject(new Error('written again'));
  await expect(writeStored(db, 'vendors', new Map([[vendor.id, vendor]]))).resolves.toBeUndefined();
});

test('tombstones are forgotten, records are not', async () => {
  const [gone, kept] = [vendorOf(base(), 'Gone'), vendorOf(base(), 'Kept')];
  await writeStored(db, 'vendors', new Map([gone, kept].map((vendor) => [vendor.id, vendor])));
  await removeRecord(db, 'vendors', gone.id);
  const all = () => db.collections.vendors.storageInstance.findDocumentsById([gone.id, kept.id], true);
  expect(await all()).toHaveLength(2);
  await forgetTombstones(db, 'vendors', -1000);
  expect(await all()).toHaveLength(1);
  expect(await listStoredIds(db, 'vendors', '', 10)).toEqual([kept.id]);
});
