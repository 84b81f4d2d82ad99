import 'fake-indexeddb/auto';
import type { RxStorage } from 'rxdb';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DeviceDatabase } from '#data/device/device-database.ts';
import { repairCompany } from '#data/sync/repair.ts';
import * as z from 'zod/mini';
import { type Vendor, vendorSchema } from '#domain/vendors/vendor.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { newId } from '#platform/ids/ids.ts';
import { vendors } from '#domain/vendors/vendors.entity.ts';
import { fillDisk } from '#tests/support/full-disk.ts';
import { vendorOf } from '#tests/sync/records.ts';
import { type CompanyDatabase, createCompanyDatabase } from './company-database.ts';
import { editRecord } from './edit-record.ts';
import { createLocalExclusive } from './exclusive.ts';
import { readStored, writeStored } from './stored.ts';
import { toRecord } from './stored-form.ts';
import { changeRecord, insertRecord, removeRecord, restoreRecord } from './write.ts';
import { writeTogether } from './write-together.ts';

let db: CompanyDatabase;
beforeEach(async () => {
  const device = new DeviceDatabase(newId());
  const storage = getRxStorageMemory() as unknown as RxStorage<unknown, unknown>;
  const parts = { userId: device.userId, companyId: newId(), device, storage, clock: systemClock, newId };
  db = await createCompanyDatabase({ ...parts, multiInstance: false, exclusive: createLocalExclusive() });
  const { storageInstance } = db.collections.vendors;
  const write = storageInstance.bulkWrite;
  storageInstance.bulkWrite = (rows, context) => {
    for (const { document } of rows) z.parse(z.strictObject(vendorSchema.shape), toRecord(vendors, document as never));
    return write(rows, context);
  };
});
afterEach(async () => {
  await db.rx.close();
  db.device.close();
});

const acme = (): Vendor => vendorOf({ id: newId(), company_id: db.companyId, at: '2026-01-01T00:00:00Z' }, 'Acme');
const stored = async (id: string) => (await readStored(db, 'vendors', [id])).get(id);
const outbox = (id: string) => db.device.outbox.get(`vendors:${id}`);
/** As if the server had sent it. */
async function synced(vendor: Vendor): Promise<Vendor> {
  const row = { ...vendor, rev: `srv-${vendor.id}` };
  await writeStored(db, 'vendors', new Map([[row.id, row]]));
  return row;
}
/** The process dies at the next document write. */
function dieAtDocument(when: 'before' | 'after'): void {
  const instance = db.collections.vendors.storageInstance;
  const write = instance.bulkWrite.bind(instance);
  instance.bulkWrite = async (rows, context) => {
    instance.bulkWrite = write;
    if (when === 'after') await write(rows, context);
    return new Promise(() => undefined);
  };
}
/** A write that never returns, given time to reach its grave. */
async function died(write: Promise<unknown>): Promise<void> {
  await Promise.race([write, new Promise((resolve) => setTimeout(resolve, 30))]);
  db = { ...db, exclusive: createLocalExclusive() }; // the browser frees the lock of a dead tab
}

test('[SYNC-1] an insert is in the outbox and on disk when it resolves', async () => {
  const vendor = await insertRecord(db, 'vendors', acme());
  expect(await stored(vendor.id)).toEqual(vendor);
  expect(await outbox(vendor.id)).toMatchObject({ op: 'upsert', base: null, mine: vendor, rev: vendor.rev, flight: null });
});

test('[SYNC-1] the base stays what the server had at the first unsynced edit', async () => {
  const row = await synced(acme());
  await changeRecord(db, 'vendors', row.id, (current) => ({ ...current, name: 'One' }));
  const second = await changeRecord(db, 'vendors', row.id, (current) => ({ ...current, phone: '2' }));
  expect(await outbox(row.id)).toMatchObject({ base: row, mine: second, rev: second.rev });
  expect(second).toMatchObject({ name: 'One', phone: '2' });
});

test.each(['before', 'after'] as const)(
  '[SYNC-1] an edit that dies %s its document was written is there after opening again',
  async (when) => {
    const row = await synced(acme());
    dieAtDocument(when);
    await died(changeRecord(db, 'vendors', row.id, (current) => ({ ...current, name: 'Edited' })));
    await repairCompany(db);
    expect(await stored(row.id)).toMatchObject({ name: 'Edited' });
    expect(await outbox(row.id)).toMatchObject({ base: row, mine: { name: 'Edited' } });
  },
);

test.each(['before', 'after'] as const)(
  '[SYNC-1] a delete that dies %s its document was removed is carried out after opening again',
  async (when) => {
    const row = await synced(acme());
    dieAtDocument(when);
    await died(removeRecord(db, 'vendors', row.id));
    await repairCompany(db);
    expect(await stored(row.id)).toBeUndefined();
    expect(await outbox(row.id)).toMatchObject({ op: 'delete', base: row });
  },
);

test('[SYNC-1] when the disk is full the person is told, and neither outbox nor document has changed', async () => {
  const row = await synced(acme());
  const instance = db.collections.vendors.storageInstance;
  instance.bulkWrite = () =>
    Promise.reject(Object.assign(new Error('abort'), { name: 'AbortError', inner: { name: 'QuotaExceededError' } }));
  await expect(changeRecord(db, 'vendors', row.id, (current) => ({ ...current, name: 'Too much' }))).rejects.toMatchObject({
    code: 'storage_full',
  });
  expect(await outbox(row.id)).toBeUndefined();
  expect(await stored(row.id)).toEqual(row);
});

/** The document finds no room, and meanwhile the intent becomes one that is not taken back. */
function refuseDocument(meanwhile: () => Promise<unknown>): () => void {
  const instance = db.collections.vendors.storageInstance;
  const write = instance.bulkWrite;
  instance.bulkWrite = async () => {
    await meanwhile();
    throw new DOMException('no room left', 'QuotaExceededError');
  };
  return () => void (instance.bulkWrite = write);
}
const changeAcme = (row: Vendor) => changeRecord(db, 'vendors', row.id, (current) => ({ ...current, name: 'Edited' }));
const closeAcme = (row: Vendor) =>
  writeTogether(db, [
    { name: 'vendors', id: row.id, decide: () => ({ ...row, name: 'Edited' }) },
    { name: 'vendors', id: newId(), decide: (current) => current ?? acme() },
  ]);

test.each([changeAcme, closeAcme])(
  '[SYNC-1] an intent that a full disk does not take back is saved: it is sent, and opening again puts down the document: %#',
  async (save) => {
    const row = await synced(acme());
    let makeRoom = () => {};
    const allow = refuseDocument(async () => (makeRoom = await fillDisk(db.device)));
    await save(row);
    allow();
    makeRoom();
    expect([await stored(row.id), await outbox(row.id)]).toMatchObject([{ name: 'Acme' }, { base: row, mine: { name: 'Edited' } }]);
    await repairCompany(db);
    expect(await stored(row.id)).toMatchObject({ name: 'Edited' });
  },
);

test.each([changeAcme, closeAcme])(
  '[SYNC-1] an intent that is on its way already when its document is refused is saved: %#',
  async (save) => {
    const row = await synced(acme());
    const flight = { rev: 'sent', op: 'upsert' as const, doc: row, base_rev: row.rev };
    refuseDocument(() => db.device.outbox.update(`vendors:${row.id}`, { flight }));
    await save(row);
    expect(await outbox(row.id)).toMatchObject({ mine: { name: 'Edited' }, flight });
  },
);

test.each([changeAcme, closeAcme])('[SYNC-1] an intent that the browser took away with the document is not saved: %#', async (save) => {
  const row = await synced(acme());
  refuseDocument(async () => {
    await db.device.outbox.clear();
    db.device.transaction = () => Promise.reject(new Error('gone')) as never;
  });
  await expect(save(row)).rejects.toMatchObject({ code: 'storage_full' });
});

test('[SYNC-2] made and deleted before it was ever sent: no trace', async () => {
  const vendor = await insertRecord(db, 'vendors', acme());
  await removeRecord(db, 'vendors', vendor.id);
  expect(await outbox(vendor.id)).toBeUndefined();
  expect(await stored(vendor.id)).toBeUndefined();
});

test('[SYNC-2] deleted while its insert is in flight: the server must hear of it', async () => {
  const vendor = await insertRecord(db, 'vendors', acme());
  const flight = { rev: vendor.rev, op: 'upsert' as const, doc: vendor, base_rev: null };
  await db.device.outbox.update(`vendors:${vendor.id}`, { flight });
  await removeRecord(db, 'vendors', vendor.id);
  expect(await outbox(vendor.id)).toMatchObject({ op: 'delete', mine: null, flight });
});

test('[SYNC-2] an edit taken back, and a delete undone, leave the server version', async () => {
  const row = await synced(acme());
  await changeRecord(db, 'vendors', row.id, (current) => ({ ...current, name: 'Other' }));
  await changeRecord(db, 'vendors', row.id, (current) => ({ ...current, name: row.name }));
  expect([await outbox(row.id), await stored(row.id)]).toEqual([undefined, row]);
  await removeRecord(db, 'vendors', row.id);
  await insertRecord(db, 'vendors', row);
  expect([await outbox(row.id), await stored(row.id)]).toEqual([undefined, row]);
});

test.each(['before', 'after'] as const)('[SYNC-2] dying %s the document went leaves either the record or nothing', async (when) => {
  const vendor = await insertRecord(db, 'vendors', acme());
  dieAtDocument(when);
  await died(removeRecord(db, 'vendors', vendor.id));
  await repairCompany(db);
  expect(await stored(vendor.id)).toEqual(vendor);
  expect(await outbox(vendor.id)).toMatchObject({ mine: vendor });
});

test('[SYNC-27] what was deleted comes back as it was deleted, not as an older copy remembers it', async () => {
  const row = await synced(acme());
  await changeRecord(db, 'vendors', row.id, (current) => ({ ...current, phone: 'newer' }));
  await removeRecord(db, 'vendors', row.id);
  expect(await restoreRecord(db, 'vendors', row)).toMatchObject({ name: 'Acme', phone: 'newer' });
  expect(await outbox(row.id)).toMatchObject({ op: 'upsert', base: row, mine: { phone: 'newer' } });
});

test('[SYNC-3] a hundred edits at the same time are all there', async () => {
  const row = await synced(acme());
  const edit = () => changeRecord(db, 'vendors', row.id, (current) => ({ ...current, notes: `${current.notes}x` }));
  await Promise.all(Array.from({ length: 100 }, edit));
  expect(await stored(row.id)).toMatchObject({ notes: 'x'.repeat(100) });
});

test('[SYNC-25] two openings of the database never mint the same name', async () => {
  const names = new Set(Array.from({ length: 100 }, () => db.newRev()));
  expect(names.size).toBe(100);
  const again = await createCompanyDatabase({
    ...db,
    companyId: newId(),
    storage: getRxStorageMemory() as unknown as RxStorage<unknown, unknown>,
    newId,
    only: ['vendors'],
    multiInstance: false,
  });
  expect(names.has(again.newRev())).toBe(false);
  await again.rx.close();
});

test('[SYNC-26] a form that stood open writes only what was changed in it', async () => {
  const opened = await synced(acme());
  await changeRecord(db, 'vendors', opened.id, (current) => ({ ...current, phone: 'new' }));
  const saved = await editRecord(db, 'vendors', opened.id, { opened, values: { name: 'Renamed', phone: opened.phone } });
  expect(saved).toMatchObject({ name: 'Renamed', phone: 'new' });
  expect(await db.device.issues.count()).toBe(0);
});

test('[SYNC-26] a field that changed underneath an open form is not overwritten unseen', async () => {
  const opened = await synced(acme());
  await changeRecord(db, 'vendors', opened.id, (current) => ({ ...current, phone: 'theirs' }));
  const saved = await editRecord(db, 'vendors', opened.id, { opened, values: { phone: 'mine', notes: 'kept' } });
  expect(saved).toMatchObject({ phone: 'theirs', notes: 'kept' });
  expect(await db.device.issues.toArray()).toMatchObject([
    { kind: 'conflict', fields: ['phone'], mine: { phone: 'mine' }, theirs: { phone: 'theirs' } },
  ]);
});

test('[SYNC-26] [SYNC-1] a tab that dies in the middle of such an edit leaves the question with it', async () => {
  const opened = await synced(acme());
  await changeRecord(db, 'vendors', opened.id, (current) => ({ ...current, phone: 'theirs' }));
  dieAtDocument('before');
  await died(editRecord(db, 'vendors', opened.id, { opened, values: { phone: 'mine', notes: 'kept' } }));
  await repairCompany(db);
  expect(await stored(opened.id)).toMatchObject({ phone: 'theirs', notes: 'kept' });
  expect(await db.device.issues.toArray()).toMatchObject([{ fields: ['phone'], mine: { phone: 'mine' } }]);
});

test('[SYNC-26] an edit of which nothing is left but the question still asks it', async () => {
  const opened = await synced(acme());
  await synced({ ...opened, phone: 'theirs' });
  await editRecord(db, 'vendors', opened.id, { opened, values: { phone: 'mine' } });
  expect(await outbox(opened.id)).toBeUndefined();
  expect(await db.device.issues.toArray()).toMatchObject([{ fields: ['phone'], mine: { phone: 'mine' } }]);
});

test('[SYNC-26] an edit that is refused by a full disk leaves no question', async () => {
  const opened = await synced(acme());
  await synced({ ...opened, phone: 'theirs' });
  db.collections.vendors.storageInstance.bulkWrite = () => Promise.reject(new Error('full'));
  const edit = editRecord(db, 'vendors', opened.id, { opened, values: { phone: 'mine', notes: 'kept' } });
  await expect(edit).rejects.toMatchObject({ code: 'storage_failed' });
  expect([await outbox(opened.id), await db.device.issues.count()]).toEqual([undefined, 0]);
});

test('[SYNC-26] [SYNC-41] an edit that is decided again asks only what is still a question', async () => {
  const opened = await synced(acme());
  await changeRecord(db, 'vendors', opened.id, (current) => ({ ...current, phone: 'theirs' }));
  const row = await outbox(opened.id);
  let tries = 0;
  const check = () => {
    tries += 1;
    // Another tab takes its number back, without waiting for the lock.
    if (tries === 1) void db.device.outbox.put({ ...row!, rev: db.newRev(), mine: { ...row!.mine!, phone: opened.phone } as Vendor });
  };
  const saved = await editRecord(db, 'vendors', opened.id, { opened, values: { phone: 'mine' }, check });
  expect([tries, saved.phone, await db.device.issues.count()]).toEqual([2, 'mine', 0]);
});

test('what is not there can neither be changed nor removed, what is there not be inserted', async () => {
  const row = await synced(acme());
  await expect(insertRecord(db, 'vendors', row)).rejects.toMatchObject({ code: 'conflict' });
  await expect(changeRecord(db, 'vendors', newId(), (current) => current)).rejects.toMatchObject({ code: 'not_found' });
  await expect(removeRecord(db, 'vendors', newId())).rejects.toMatchObject({ code: 'not_found' });
});

test('[SYNC-1] several records are one act: a crash after the intents finishes all of them, and they are sent in their order', async () => {
  const [first, second] = [await synced(acme()), acme()];
  dieAtDocument('before');
  await died(
    writeTogether(db, [
      { name: 'vendors', id: first.id, decide: () => ({ ...first, name: 'Acme closed' }) },
      { name: 'vendors', id: second.id, decide: () => second },
    ]),
  );
  expect(await stored(second.id)).toBeUndefined();
  await repairCompany(db);
  expect([(await stored(first.id))?.name, (await stored(second.id))?.name]).toEqual(['Acme closed', 'Acme']);
  const [before, after] = [await outbox(first.id), await outbox(second.id)];
  expect(before && after && before.queued_at < after.queued_at).toBe(true);
});

test('[SYNC-1] a part of an act may remove its record: a crash after the intents finishes that too', async () => {
  const [first, second] = [acme(), await synced(acme())];
  dieAtDocument('before');
  await died(
    writeTogether(db, [
      { name: 'vendors', id: first.id, decide: () => first },
      { name: 'vendors', id: second.id, decide: () => null },
    ]),
  );
  await repairCompany(db);
  expect([await stored(first.id), await stored(second.id)]).toMatchObject([{ name: 'Acme' }, undefined]);
  expect([await outbox(first.id), await outbox(second.id)]).toMatchObject([{ op: 'upsert' }, { op: 'delete', base: second }]);
});

/** An act that makes one record and removes one that was never sent. */
const replaceUnsent = (made: Vendor, unsent: Vendor) =>
  writeTogether(db, [
    { name: 'vendors', id: made.id, decide: () => made },
    { name: 'vendors', id: unsent.id, decide: () => null },
  ]);

test.each(['before', 'after'] as const)(
  '[SYNC-2] an act that dies %s the document went that the server never needs to hear of leaves nothing of it',
  async (when) => {
    const [made, unsent] = [acme(), await insertRecord(db, 'vendors', acme())];
    dieAtDocument(when);
    await died(replaceUnsent(made, unsent));
    await repairCompany(db);
    expect([await stored(made.id), await stored(unsent.id)]).toEqual([undefined, unsent]);
    expect([await outbox(made.id), await outbox(unsent.id)]).toMatchObject([undefined, { mine: unsent }]);
  },
);

test('[SYNC-2] of a record that goes in an act before it was ever sent no trace is left', async () => {
  const [made, unsent] = [acme(), await insertRecord(db, 'vendors', acme())];
  await replaceUnsent(made, unsent);
  expect([(await stored(made.id))?.name, await stored(unsent.id), await outbox(unsent.id)]).toEqual(['Acme', undefined, undefined]);
});

test('[SYNC-1] where a document has gone already, the intents stand for the act that finds no room for the others', async () => {
  const [made, unsent] = [acme(), await insertRecord(db, 'vendors', acme())];
  const { storageInstance } = db.collections.vendors;
  const write = storageInstance.bulkWrite;
  storageInstance.bulkWrite = (rows, context) =>
    rows.some(({ document }) => document.id === made.id) ? Promise.reject(new Error('full')) : write(rows, context);
  await replaceUnsent(made, unsent);
  storageInstance.bulkWrite = write;
  await repairCompany(db);
  expect([(await stored(made.id))?.name, await stored(unsent.id)]).toEqual(['Acme', undefined]);
});

test('[SYNC-41] a record that another tab changed while an act was decided is not removed unseen', async () => {
  const [made, unsent] = [acme(), await insertRecord(db, 'vendors', acme())];
  const row = await outbox(unsent.id);
  let tries = 0;
  const act = writeTogether(db, [
    { name: 'vendors', id: made.id, decide: () => made },
    {
      name: 'vendors',
      id: unsent.id,
      decide(current) {
        tries += 1;
        if ((current as Vendor).phone === 'new') throw new Error('changed');
        // Another tab, which did not wait for the lock, and has put down no document yet.
        void db.device.outbox.put({ ...row!, rev: db.newRev(), mine: { ...unsent, phone: 'new' } as Vendor });
        return null;
      },
    },
  ]);
  await expect(act).rejects.toThrow('changed');
  expect([tries, await stored(unsent.id)]).toMatchObject([2, { name: 'Acme' }]);
});

test('[SYNC-1] what refuses one part of an act leaves the others as they were', async () => {
  const first = await synced(acme());
  const refused = writeTogether(db, [
    { name: 'vendors', id: first.id, decide: () => ({ ...first, name: 'Acme closed' }) },
    {
      name: 'vendors',
      id: newId(),
      decide: () => {
        throw new Error('no');
      },
    },
  ]);
  await expect(refused).rejects.toThrow('no');
  expect((await stored(first.id))?.name).toBe('Acme');
  expect(await outbox(first.id)).toBeUndefined();
});

test('[SYNC-1] a full disk takes the whole act back', async () => {
  const [first, second] = [await synced(acme()), acme()];
  const { storageInstance } = db.collections.vendors;
  const write = storageInstance.bulkWrite;
  storageInstance.bulkWrite = () => Promise.reject(new Error('full'));
  const act = writeTogether(db, [
    { name: 'vendors', id: first.id, decide: () => ({ ...first, name: 'Acme closed' }) },
    { name: 'vendors', id: second.id, decide: () => second },
  ]);
  await expect(act).rejects.toMatchObject({ code: 'storage_failed' });
  storageInstance.bulkWrite = write;
  expect([await outbox(first.id), await outbox(second.id)]).toEqual([undefined, undefined]);
  expect((await stored(first.id))?.name).toBe('Acme');
});
