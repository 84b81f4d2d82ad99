import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { markReadyToIssue } from '#data/invoices/invoices.commands.ts';
import { giveBackAll } from '#data/leases/give-back-all.ts';
import { keptLease } from '#data/leases/kept-leases.ts';
import type { LeaseCall } from '#data/leases/lease-call.ts';
import { returnNumbers, takeNumbers } from '#data/leases/number-leases.commands.ts';
import { settleLeases } from '#data/leases/settle-leases.ts';
import { repairCompany } from '#data/sync/repair.ts';
import { AppError } from '#domain/errors.ts';
import { copyServer } from '#tests/support/older-server.ts';
import type { LabDevice } from './lab.ts';
import { leaseLab } from './lease-lab.ts';
import { seeded } from './seeded.ts';
import { quotaError, thinDisk } from './thin-disk.ts';

const lab = leaseLab();
const { call, ctx, customerOn, device, draftOn, issued, onServer, take } = lab;
const unexplained = lab.missing;

test('[SYNC-80] two devices issue 200 invoices each without a connection, are killed between number and invoice, and no number is twice or unexplained', async () => {
  const chance = seeded(20_261_124);
  const doomed = { a: false, b: false };
  const [a, b] = [await device({ diskParts: [thinDisk(() => !doomed.a)] }), await device({ diskParts: [thinDisk(() => !doomed.b)] })];
  const customer = await customerOn(a);
  await a.settled();
  await b.settled();
  const made = new Map<string, string>();
  let killed = 0;

  /** The tab dies in the transaction, or after it and before the invoice is written; whoever opens the company next finds what there is. */
  async function killedWhileIssuing(on: LabDevice, name: 'a' | 'b'): Promise<void> {
    const seen = await draftOn(on, customer);
    const before = (await keptLease(on.db))?.unused.length ?? 0;
    const store = on.db.collections.invoices.storageInstance;
    const write = store.bulkWrite.bind(store);
    const isLate = chance() < 0.5;
    if (isLate)
      store.bulkWrite = async () => {
        doomed[name] = true; // nor is anything undone
        throw quotaError();
      };
    else doomed[name] = true;
    await markReadyToIssue(on.db, { seen, overruled: [], isOffline: true }, ctx).catch(() => undefined);
    store.bulkWrite = write;
    doomed[name] = false;
    await repairCompany(on.db);
    killed += 1;
    const now = (await on.db.collections.invoices.findOne(seen.id).exec())?.toMutableJSON();
    const left = (await keptLease(on.db))?.unused.length ?? 0;
    // Both, or neither.
    expect([now?.number !== null, before - left]).toEqual([isLate, isLate ? 1 : 0]);
    if (now?.number) made.set(now.id, now.number);
    else if (now) made.set(now.id, (await markReadyToIssue(on.db, { seen: now, overruled: [], isOffline: true }, ctx)).number ?? 'none');
  }

  for (let trip = 0; trip < 10; trip += 1) {
    for (const on of [a, b]) {
      await take(on, 20);
      on.isOffline = true;
    }
    for (let n = 0; n < 20; n += 1)
      for (const [on, name] of [
        [a, 'a'],
        [b, 'b'],
      ] as const) {
        if (chance() < 0.1) await killedWhileIssuing(on, name);
        else {
          const invoice = await issued(on, customer);
          made.set(invoice.id, invoice.number ?? 'none');
        }
      }
    for (const on of [a, b]) {
      if (chance() < 0.5) on.faults.push('response lost');
      on.isOffline = false;
      on.engine.poke('online');
      await on.settled();
      await settleLeases(on.db, call);
    }
  }

  expect([killed > 20, made.size, new Set(made.values()).size]).toEqual([true, 400, 400]);
  expect(new Map((await onServer()).map(({ id, number }) => [id, number]))).toEqual(made);
  expect(await unexplained()).toEqual([]);
  expect([await a.db.device.issues.count(), await b.db.device.issues.count(), await keptLease(a.db)]).toEqual([0, 0, null]);
});

test('[SYNC-80] two tabs that issue at the same moment take two numbers', async () => {
  const a = await device();
  const customer = await customerOn(a);
  await a.settled();
  await take(a, 8);
  a.isOffline = true; // else what the server completes of a draft comes in between
  const tab = { ...a.db, exclusive: <T>(run: () => Promise<T>) => run() };
  const drafts = await Promise.all(Array.from({ length: 8 }, () => draftOn(a, customer)));
  const both = await Promise.all(
    drafts.map((seen, n) => markReadyToIssue(n % 2 ? tab : a.db, { seen, overruled: [], isOffline: true }, ctx)),
  );
  expect(new Set(both.map(({ number }) => number)).size).toBe(8);
  expect((await keptLease(a.db))?.unused).toEqual([]);
});

test('[SYNC-82] a server that was set back hears of the numbers again, gives them to nobody, and takes what was issued meanwhile', async () => {
  const a = await device();
  const customer = await customerOn(a);
  await a.settled();
  const putBack = await copyServer(lab.server().db);
  await take(a, 3);
  a.isOffline = true;
  const invoice = await issued(a, customer);
  await putBack();
  expect(await unexplained()).toEqual([]);
  await settleLeases(a.db, call);
  a.isOffline = false;
  a.engine.poke('online');
  await a.settled();
  expect((await onServer()).map(({ id, number }) => [id, number])).toEqual([[invoice.id, invoice.number]]);
  expect((await unexplained()).map(({ reason }) => reason)).toEqual(['lease_open', 'lease_open']);
  await returnNumbers(a.db, call);
  expect([await unexplained(), await keptLease(a.db)]).toEqual([[], null]);
});

test('[SYNC-82] a server that was set back hears of the numbers from two at once, and the device keeps what is left of them', async () => {
  const a = await device();
  const customer = await customerOn(a);
  await a.settled();
  const putBack = await copyServer(lab.server().db);
  const { numbers } = await take(a, 3);
  a.isOffline = true;
  await issued(a, customer);
  await putBack();
  // Both are told that it is unknown before either brings it again.
  const both = Promise.withResolvers<void>();
  let told = 0;
  const slow: LeaseCall = async (name, args) => {
    const answer = await call(name, args);
    if (name === 'number_leases' && (told += 1) === 2) both.resolve();
    await both.promise;
    return answer;
  };
  await Promise.all([settleLeases(a.db, slow), settleLeases(a.db, slow)]);
  expect((await keptLease(a.db))?.unused).toEqual(numbers.slice(1));
});

test('[SYNC-82] numbers are not given back while an invoice with one is not at the server, and an ended lease is none', async () => {
  const a = await device();
  const customer = await customerOn(a);
  await a.settled();
  const lease = await take(a, 3);
  a.isOffline = true;
  await issued(a, customer);
  await expect(returnNumbers(a.db, call)).rejects.toMatchObject({ code: 'invalid_transition' });
  await call('end_number_lease', { p_company: lab.company(), p_lease: lease.id });
  await settleLeases(a.db, call);
  expect(await keptLease(a.db)).toBe(null);
  expect((await issued(a, customer)).status).toBe('ready_to_issue');
});

test('[SYNC-84] a device that is wiped gives back what it did not use; what it gives up with that is explained and never given again', async () => {
  const a = await device();
  const customer = await customerOn(a);
  await a.settled();
  await take(a, 3);
  a.isOffline = true;
  await expect(giveBackAll(a.db.device, () => Promise.reject(new AppError('server_failed')))).rejects.toMatchObject({
    code: 'server_failed',
  });
  // They are on their way back: nobody takes one of them meanwhile.
  expect((await issued(a, customer)).status).toBe('ready_to_issue');
  await giveBackAll(a.db.device, call);
  expect([await unexplained(), await keptLease(a.db)]).toEqual([[], null]);

  await take(a, 3);
  await issued(a, customer);
  await giveBackAll(a.db.device, call);
  expect([(await unexplained()).map(({ place, reason }) => `${Number(place)} ${String(reason)}`), await keptLease(a.db)]).toEqual([
    ['1 lease_lost'],
    null,
  ]);
  a.isOffline = false;
  a.engine.poke('online');
  await a.settled();
  expect((await a.db.device.issues.toArray()).map(({ message }) => message)).toEqual(['lease_ended']);
});

test('[SYNC-80] numbers whose answer got lost on the way are this device’s when it asks once more', async () => {
  const a = await device();
  const customer = await customerOn(a);
  await a.settled();
  const lost: LeaseCall = async (name, args) => {
    await call(name, args);
    throw new AppError('offline');
  };
  await expect(takeNumbers(a.db, lost, { count: 3, deviceName: 'Test' }, ctx)).rejects.toMatchObject({ code: 'offline' });
  expect(await keptLease(a.db)).toBe(null);
  expect((await take(a, 5)).numbers).toEqual([1, 2, 3]);
  a.isOffline = true;
  const invoice = await issued(a, customer);
  // The same with one of them on its way.
  await a.db.device.leases.clear();
  expect((await take(a, 5)).numbers).toEqual([2, 3]);
  expect((await keptLease(a.db))?.unused).toEqual([2, 3]);
  a.isOffline = false;
  await a.settled();
  expect((await onServer()).map(({ number }) => number)).toEqual([invoice.number]);
});
