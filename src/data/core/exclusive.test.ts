import { expect, test } from 'vitest';
import { changeRecord, insertRecord } from '#data/core/write.ts';
import { carryOut } from '#data/sync/sync-store.ts';
import { localCompany } from '#tests/support/local-company.ts';
import { vendorOf } from '#tests/sync/records.ts';
import { newRecord } from './command-context.ts';
import { createExclusive, createLocalExclusive } from './exclusive.ts';
import type { CompanyDatabase } from './company-database.ts';

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
