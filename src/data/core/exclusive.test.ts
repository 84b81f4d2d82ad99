import { expect, test } from 'vitest';
import { changeRecord, insertRecord, removeRecord, restoreRecord } from '#data/core/write.ts';
import { repairCompany } from '#data/sync/repair.ts';
import { carryOut } from '#data/sync/sync-store.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { Vendor } from '#domain/vendors/vendor.ts';
import { localCompany } from '#tests/support/local-company.ts';
import { vendorOf } from '#tests/sync/records.ts';
import { newRecord } from './command-context.ts';
import { createExclusive, createLocalExclusive } from './exclusive.ts';
import type { CompanyDatabase } from './company-database.ts';
import { readStored, writeStored } from './stored.ts';

/** Web Locks as the standard has them: one holder at a time, the others queue, a signal takes a waiting one out of the queue. */
const { locks } = globalThis.navigator;

test('[SYNC-41] a tab that hangs with the lock holds up no other tab, and each still does one thing at a time', async () => {
  const name = crypto.randomUUID();
  let wake = () => {};
  const hung = createExclusive(name, locks)(() => new Promise<string>((resolve) => (wake = () => resolve('woke up'))));
  const other = createExclusive(name, locks);
  const order: string[] = [];
  const slow = other(async () => {
    order.push('first begins');
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push('first ends');
  });
  await Promise.all([slow, other(async () => void order.push('second'))]);
  expect(order).toEqual(['first begins', 'first ends', 'second']);
  wake();
  expect(await hung).toBe('woke up');
});

test('[SYNC-41] a lock that comes in time is held until the end, and an error of what runs inside is its own', async () => {
  const name = crypto.randomUUID();
  const [a, b] = [createExclusive(name, locks), createExclusive(name, locks)];
  const order: string[] = [];
  const first = a(async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    order.push('a');
  });
  await Promise.all([first, b(async () => void order.push('b'))]);
  expect(order).toEqual(['a', 'b']);
  let runs = 0;
  const failing = b(async () => {
    runs += 1;
    throw new Error('mine');
  });
  await expect(failing).rejects.toThrow('mine');
  expect(runs).toBe(1);
});

test('[SYNC-41] a lock that was granted while the tab was busy is held, though its time is up', async () => {
  let hasGranted = false;
  const request = (_: string, { signal }: { signal: AbortSignal }, held: () => unknown) =>
    new Promise((resolve, reject) => {
      const grant = setTimeout(() => {
        hasGranted = true;
        resolve(held());
      }, 31);
      signal.addEventListener('abort', () => {
        clearTimeout(grant);
        reject(signal.reason as Error);
      });
      // Afterwards two tasks wait: that the time is up, and behind it the grant.
      for (const start = performance.now(); performance.now() < start + 60;);
    });
  const run = createExclusive(crypto.randomUUID(), { request } as unknown as LockManager);
  expect(await run(async () => (hasGranted ? 'with the lock' : 'without'))).toBe('with the lock');
});

async function twoTabs() {
  const company = await localCompany();
  const { id, company_id, created_at: at } = newRecord(company.ctx);
  const tab = (): CompanyDatabase => ({ ...company.db, exclusive: createLocalExclusive() }); // neither has the lock
  const [a, b] = [tab(), tab()];
  await insertRecord(a, 'vendors', vendorOf({ id, company_id, at }, 'Acme'));
  const instance = company.db.collections.vendors.storageInstance as unknown as { bulkWrite(rows: unknown, why: string): Promise<unknown> };
  const write = instance.bulkWrite.bind(instance);
  /** What happens just before the next document is written. */
  const before = (what: () => Promise<unknown>) => {
    instance.bulkWrite = async (rows, why) => {
      instance.bulkWrite = write;
      await what();
      return write(rows, why);
    };
  };
  const stored = async () => (await company.db.collections.vendors.findOne(id).exec())?.toMutableJSON();
  const row = () => company.db.device.outbox.get(`vendors:${id}`);
  return { company, id, a, b, before, stored, row };
}

test('[SYNC-41] two tabs edit one record at once: both edits are in it, on disk and in the queue', async () => {
  const { company, id, a, b, stored, row } = await twoTabs();
  const edits = Array.from({ length: 6 }, (_, n) =>
    changeRecord(n % 2 ? a : b, 'vendors', id, (current) => ({ ...current, notes: `${current.notes}${n}` })),
  );
  await Promise.all(edits);
  const digits = (await stored())?.notes.split('') ?? [];
  expect(digits.toSorted().join('')).toBe('012345');
  expect(await stored()).toMatchObject({ rev: (await row())?.rev });
  await company.stop();
});

test('[SYNC-41] the document of a tab that slept between intent and document does not cover what another one wrote', async () => {
  const { company, id, a, b, before, stored, row } = await twoTabs();
  before(() => changeRecord(b, 'vendors', id, (current) => ({ ...current, phone: 'later' })));
  await changeRecord(a, 'vendors', id, (current) => ({ ...current, notes: 'slept' }));
  expect(await stored()).toMatchObject({ notes: 'slept', phone: 'later', rev: (await row())?.rev });
  await company.stop();
});

test('[SYNC-41] nor what the engine of another tab settled meanwhile', async () => {
  const { company, id, a, b, before, stored, row } = await twoTabs();
  before(async () => {
    const sent = await row();
    if (sent?.mine) await carryOut(b, { decided: [{ row: sent, decision: { row: null, doc: { ...sent.mine, rev: 'srv-1' } } }] });
  });
  await changeRecord(a, 'vendors', id, (current) => ({ ...current, notes: 'slept' }));
  expect(await row()).toBeUndefined();
  expect(await stored()).toMatchObject({ notes: 'slept', rev: 'srv-1' });
  await company.stop();
});

test('[SYNC-41] a row of the server that was decided on before another tab wrote does not cover it', async () => {
  const { company, id, a, b, stored, row } = await twoTabs();
  const first = await row();
  if (!first?.mine) throw new Error('no row');
  await carryOut(a, { decided: [{ row: first, decision: { row: null, doc: first.mine } }] }); // sent and answered
  const targets = new Map([['vendors', new Map([[id, { ...first.mine, rev: 'srv-1' }]])] as const]);
  await changeRecord(b, 'vendors', id, (current) => ({ ...current, phone: 'mine' }));
  expect(await carryOut(a, { targets })).toMatchObject({ discarded: 1 });
  expect(await stored()).toMatchObject({ phone: 'mine', rev: (await row())?.rev });
  await company.stop();
});

/** A record that the server has, and another tab that answers for it what the server says to the next change of it. */
async function synced() {
  const tabs = await twoTabs();
  const { company, id, b, row } = tabs;
  const settle = async (doc: SyncedRecord | null) => {
    const sent = await row();
    if (sent) await carryOut(b, { decided: [{ row: sent, decision: { row: null, doc } }] });
  };
  const theirs = { ...((await row())?.mine as Vendor), rev: 'srv-1' };
  await settle(theirs);
  const onDisk = async () => (await readStored(company.db, 'vendors', [id])).get(id);
  return { ...tabs, settle, theirs, onDisk };
}

test('[SYNC-42] a delete that comes late, when the server has refused it, removes nothing', async () => {
  const { company, id, a, before, settle, theirs, onDisk, row } = await synced();
  before(() => settle(theirs));
  await removeRecord(a, 'vendors', id);
  expect([await onDisk(), await row()]).toEqual([theirs, undefined]);
  await company.stop();
});

test('[SYNC-42] an edit that comes late, when the server has refused it, changes nothing', async () => {
  const { company, id, a, before, settle, theirs, onDisk, row } = await synced();
  before(() => settle(theirs));
  await changeRecord(a, 'vendors', id, (current) => ({ ...current, notes: 'refused' }));
  expect([await onDisk(), await row()]).toEqual([theirs, undefined]);
  await company.stop();
});

test('[SYNC-42] a new record that comes late, when the server has refused it, does not appear', async () => {
  const { company, a, before, b } = await synced();
  const made = vendorOf({ id: newRecord(company.ctx).id, company_id: company.ctx.companyId, at: '2026-01-01T00:00:00Z' }, 'Refused');
  before(async () => {
    const sent = await company.db.device.outbox.get(`vendors:${made.id}`);
    if (sent) await carryOut(b, { decided: [{ row: sent, decision: { row: null, doc: null } }] });
  });
  await insertRecord(a, 'vendors', made);
  expect((await readStored(company.db, 'vendors', [made.id])).size).toBe(0);
  expect(await company.db.device.outbox.count()).toBe(0);
  await company.stop();
});

test('[SYNC-42] a delete that comes late, when another tab has taken it back, removes nothing', async () => {
  const { company, id, a, b, before, theirs, onDisk, row } = await synced();
  before(() => restoreRecord(b, 'vendors', theirs));
  await removeRecord(a, 'vendors', id);
  expect([await onDisk(), await row()]).toEqual([theirs, undefined]);
  await company.stop();
});

test('[SYNC-42] a delete taken back that comes late, when the server has carried it out, brings nothing back', async () => {
  const { company, id, a, before, settle, theirs, onDisk, row } = await synced();
  await removeRecord(a, 'vendors', id);
  before(() => settle(null));
  await restoreRecord(a, 'vendors', theirs);
  // Decided again: the server has deleted it, so it becomes a new record of the same id.
  expect([await onDisk(), (await row())?.base]).toMatchObject([{ name: 'Acme' }, null]);
  await company.stop();
});

test('[SYNC-42] a repair that comes late does not cover what was settled since, before its look or after', async () => {
  const { company, id, a, before, settle, theirs, onDisk, row } = await synced();
  const { storageInstance } = company.db.collections.vendors;
  for (const at of ['its look', 'its write']) {
    await changeRecord(a, 'vendors', id, (current) => ({ ...current, notes: at }));
    await writeStored(a, 'vendors', new Map([[id, theirs]])); // the crash came before the document
    const look = storageInstance.findDocumentsById;
    let looks = 0;
    if (at === 'its write') before(() => settle(theirs));
    else
      storageInstance.findDocumentsById = async (...args) => {
        looks += 1;
        if (looks === 2) await settle(theirs);
        return look(...args);
      };
    await repairCompany(a).catch(() => undefined); // it is tried again
    storageInstance.findDocumentsById = look;
    expect([at, await onDisk(), await row()]).toEqual([at, theirs, undefined]);
  }
  await company.stop();
});
