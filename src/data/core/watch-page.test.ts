import { createRxDatabase, type RxCollection } from 'rxdb';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';
import { filter, firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { vendors as spec } from '#domain/vendors/vendors.entity.ts';
import type { Vendor } from '#domain/vendors/vendor.ts';
import { newId } from '#platform/ids/ids.ts';
import { vendorOf } from '#tests/sync/records.ts';
import { seeded } from '#tests/sync/seeded.ts';
import { type Collection, storedSchema } from './stored-form.ts';
import { atHand } from './at-hand.ts';
import { type PageQuery, readPage, watchPage } from './pages.ts';

let vendors: RxCollection<Vendor>;
let close: () => Promise<unknown>;
beforeEach(async () => {
  const db = await createRxDatabase({ name: newId(), storage: getRxStorageMemory(), multiInstance: false });
  ({ vendors } = (await db.addCollections({ vendors: { schema: storedSchema(spec) } })) as never);
  close = () => db.close();
  await vendors.bulkInsert(Array.from({ length: 30 }, (_, n) => named(`v${String(n).padStart(2, '0')}`)));
});
afterEach(() => close());

const named = (name: string): Vendor => vendorOf({ id: newId(), company_id: 'c', at: '2026-01-01T00:00:00Z' }, name);
const page = (limit: number) => watchPage(vendors as unknown as Collection<Vendor>, { sort: { field: 'name', direction: 'asc' }, limit });
const names = async (limit: number) => (await firstValueFrom(page(limit))).map(({ name }) => name);
const expected = (limit: number) => Array.from({ length: limit }, (_, n) => `v${String(n).padStart(2, '0')}`);

test('a longer list reads only the rows after those it has, and a list seen before reads nothing', async () => {
  expect(await names(10)).toEqual(expected(10));
  const reads = vi.spyOn(vendors.storageInstance, 'query');
  expect(await names(25)).toEqual(expected(25));
  expect(reads.mock.calls.map(([{ query }]) => query.limit)).toEqual([15]);
  expect(await names(25)).toEqual(expected(25));
  expect(await names(5)).toEqual(expected(5));
  expect(reads).toHaveBeenCalledTimes(1);
});

test('a list that was read is at hand, the same rows that reading it gives, until something changes', async () => {
  expect(atHand(page(10))).toBeUndefined();
  const read = await firstValueFrom(page(10));
  expect(atHand(page(10))?.value).toBe(read);
  expect(atHand(page(4))?.value.map(({ name }) => name)).toEqual(expected(4));
  expect(atHand(page(11))).toBeUndefined();
  await vendors.insert(named('a new one'));
  expect(atHand(page(10))).toBeUndefined();
  await names(10);
  expect(atHand(page(10))?.value[0]?.name).toBe('a new one');
});

test('a list that was read to its end is at hand however many rows are asked for, until a row comes', async () => {
  expect(await names(31)).toEqual(expected(30));
  const reads = vi.spyOn(vendors.storageInstance, 'query');
  expect(atHand(page(60))?.value).toHaveLength(30);
  expect(await names(60)).toEqual(expected(30));
  expect(reads).not.toHaveBeenCalled();
  await vendors.insert(named('z'));
  expect(atHand(page(60))).toBeUndefined();
  expect(await names(60)).toEqual([...expected(30), 'z']);
});

test('a change shows in an open list and in the next one', async () => {
  const shown = firstValueFrom(page(5).pipe(filter((rows) => rows[0]?.name === 'a new one')));
  expect(await names(5)).toEqual(expected(5));
  await vendors.insert(named('a new one'));
  expect((await shown).map(({ name }) => name)).toEqual(['a new one', ...expected(4)]);
  expect(await names(6)).toEqual(['a new one', ...expected(5)]);
  await vendors.findOne({ selector: { name: 'v00' } }).remove();
  expect(await names(3)).toEqual(['a new one', 'v01', 'v02']);
});

test('of rows that change and stay in their places those alone are read', async () => {
  expect(await names(10)).toEqual(expected(10));
  const third = await vendors.findOne({ selector: { name: 'v03' } }).exec(true);
  const reads = vi.spyOn(vendors.storageInstance, 'query');
  const following = firstValueFrom(page(10).pipe(filter((rows) => rows[3]?.notes === 'new')));
  const changed = await third.incrementalPatch({ notes: 'new' });
  expect((await following).map(({ name }) => name)).toEqual(expected(10));
  expect(await names(10)).toEqual(expected(10));
  await changed.incrementalPatch({ notes: 'newer' });
  expect((await firstValueFrom(page(10)))[3]?.notes).toBe('newer');
  expect(reads).not.toHaveBeenCalled();
});

test('of many rows that change at once the list is read, and none alone', async () => {
  expect(await names(12)).toEqual(expected(12));
  const all = await vendors.find({ selector: { name: { $lt: 'v11' } } }).exec();
  const reads = vi.spyOn(vendors.storageInstance, 'query');
  const alone = vi.spyOn(vendors.storageInstance, 'findDocumentsById');
  await vendors.bulkUpsert(all.map((each) => ({ ...each.toMutableJSON(), notes: 'new' })));
  alone.mockClear();
  reads.mockClear();
  expect((await firstValueFrom(page(12))).map(({ notes }) => notes === 'new')).toEqual(expected(12).map((name) => name < 'v11'));
  expect([alone.mock.calls.length, reads.mock.calls.length]).toEqual([0, 1]);
});

test('a list is read anew where a row of it moves or no longer passes, or another comes', async () => {
  const named = { selector: { is_active: true }, sort: { field: 'name', direction: 'asc' }, limit: 3 } as const;
  const active = async () => (await firstValueFrom(watchPage(vendors as unknown as Collection<Vendor>, named))).map(({ name }) => name);
  expect(await active()).toEqual(expected(3));
  await vendors.findOne({ selector: { name: 'v01' } }).patch({ name: 'v99' });
  expect(await active()).toEqual(['v00', 'v02', 'v03']);
  await vendors.findOne({ selector: { name: 'v02' } }).patch({ is_active: false });
  expect(await active()).toEqual(['v00', 'v03', 'v04']);
  await vendors.findOne({ selector: { name: 'v20' } }).patch({ name: 'a' });
  expect(await active()).toEqual(['a', 'v00', 'v03']);
  await vendors.findOne({ selector: { name: 'v00' } }).remove();
  expect(await active()).toEqual(['a', 'v03', 'v04']);
});

test('what changes while a row is read alone is not missed', async () => {
  await names(10);
  const { storageInstance } = vendors;
  const find = storageInstance.findDocumentsById.bind(storageInstance);
  await vendors.findOne({ selector: { name: 'v03' } }).patch({ notes: 'new' });
  vi.spyOn(storageInstance, 'findDocumentsById').mockImplementationOnce(async (...asked) => {
    const found = await find(...asked);
    await vendors.findOne({ selector: { name: 'v05' } }).remove();
    return found;
  });
  const rows = await firstValueFrom(page(10));
  expect(rows.map(({ name }) => name)).toEqual(expected(11).filter((name) => name !== 'v05'));
  expect(rows[3]?.notes).toBe('new');
});

const turns = async (count: number) => {
  for (let n = 0; n < count; n += 1) await new Promise((resolve) => setImmediate(resolve));
};
const NAMES = ['v00', 'v01', 'v07', 'w', 'x'];

test.each([1, 2, 3, 4])('whatever is written, and wherever the reading falls between, lists say what is stored: seed %i', async (seed) => {
  const chance = seeded(seed);
  const lists: readonly PageQuery<Vendor>[] = [
    { sort: { field: 'name', direction: 'asc' }, limit: 7 },
    { selector: { is_active: true }, sort: { field: 'name', direction: 'desc' }, limit: 5 },
    { selector: { city: 'Ulm' }, sort: { field: 'city', direction: 'desc' }, limit: 40 },
    { selector: { $or: [{ city: 'Ulm' }, { is_active: false }] }, sort: { field: 'id', direction: 'asc' }, limit: 12 },
  ];
  const collection = vendors as unknown as Collection<Vendor>;
  const { storageInstance } = collection;
  const stored = { schema: storageInstance.schema, query: storageInstance.query.bind(storageInstance) };
  for (const method of ['query', 'findDocumentsById'] as const) {
    const read = storageInstance[method].bind(storageInstance) as (...asked: unknown[]) => Promise<never>;
    storageInstance[method] = (async (...asked: unknown[]) => {
      await turns(chance.within(3));
      const found = await read(...asked);
      await turns(chance.within(3));
      return found;
    }) as never;
  }
  const shown: (readonly Vendor[])[] = lists.map(() => []);
  const following = lists.map((list, n) => watchPage(collection, list).subscribe((rows) => (shown[n] = rows)));
  const ids = [...(await vendors.find().exec()).map(({ id }) => id), newId(), newId(), newId()];
  for (let step = 0; step < 60; step += 1) {
    const share = chance.pick([0.03, 0.03, 0.1, 0.6]);
    const touched = ids.filter(() => chance() < share);
    const written = () => ({ ...named(chance.pick(NAMES)), city: chance.pick(['', 'Ulm']), is_active: chance() < 0.7 });
    if (chance() < 0.2) await vendors.bulkRemove(touched);
    else await vendors.bulkUpsert(touched.map((id) => ({ ...written(), id })));
    if (chance() < 0.5) continue;
    const expected = await Promise.all(lists.map((list) => readPage({ storageInstance: stored } as never, list)));
    await expect.poll(() => shown, { interval: 5, message: `step ${step}` }).toEqual(expected);
  }
  for (const each of following) each.unsubscribe();
});

test('what is only counted is read once, a moment after several changes', async () => {
  const { promise: first, resolve: isShown } = Promise.withResolvers<void>();
  const counted: number[] = [];
  const all = { sort: { field: 'name', direction: 'asc' }, limit: 100 } as const;
  const following = watchPage(vendors as unknown as Collection<Vendor>, all, 500).subscribe((rows) => {
    counted.push(rows.length);
    isShown();
  });
  await first;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const reads = vi.spyOn(vendors.storageInstance, 'query');
  for (const name of ['a', 'b', 'c']) await vendors.insert(named(name));
  vi.advanceTimersByTime(499);
  expect(reads).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.poll(() => counted).toEqual([30, 33]);
  expect(reads).toHaveBeenCalledTimes(1);
  following.unsubscribe();
});

test('rows that were read before a change are not put together with rows read after it', async () => {
  await names(10);
  const { storageInstance } = vendors;
  const query = storageInstance.query.bind(storageInstance);
  vi.spyOn(storageInstance, 'query').mockImplementationOnce(async (prepared) => {
    await vendors.findOne({ selector: { name: 'v03' } }).remove();
    return query(prepared);
  });
  expect(await names(12)).toEqual(expected(13).filter((name) => name !== 'v03'));
});

test('changes that never end do not keep a list from being shown', async () => {
  const { storageInstance } = vendors;
  const query = storageInstance.query.bind(storageInstance);
  vi.spyOn(storageInstance, 'query').mockImplementation(async (prepared) => {
    await vendors.insert(named(`z${newId()}`));
    return query(prepared);
  });
  expect(await names(5)).toEqual(expected(5));
});

test('a list that cannot be read says so', async () => {
  vi.spyOn(vendors.storageInstance, 'query').mockRejectedValueOnce(new Error('disk'));
  await expect(names(5)).rejects.toThrow('disk');
});
