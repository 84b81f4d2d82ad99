import 'fake-indexeddb/auto';
import { createClock } from '@sinonjs/fake-timers';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import type { Clock } from '#platform/clock/clock.ts';
import { newId } from '#platform/ids/ids.ts';
import { HELD_AFTER_MS, isHeld, noticeHeld, onHeld } from './held.ts';

const time = createClock();
const clock = { setTimeout: time.setTimeout, clearTimeout: time.clearTimeout } as unknown as Clock;

/** A connection of a tab that hears nothing. */
const heldBy = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 10);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('not opened'));
  });
function opened(name: string): Promise<Dexie> {
  const dexie = new Dexie(name);
  dexie.version(1).stores({ docs: 'id' });
  return noticeHeld(dexie.open(), clock) as Promise<Dexie>;
}

test('[SYNC-72] a database that is to go and that another tab holds: after a while it is said, until that tab lets go; then it opens', async () => {
  const name = newId();
  const deaf = await heldBy(name);
  const removed = new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve));
  const told: boolean[] = [];
  const stop = onHeld(() => told.push(isHeld()));
  const opening = opened(name);
  await time.tickAsync(HELD_AFTER_MS - 1);
  expect(isHeld()).toBe(false);
  await time.tickAsync(1);
  expect(isHeld()).toBe(true);
  deaf.close();
  await removed;
  (await opening).close();
  stop();
  expect([isHeld(), told]).toEqual([false, [true, false]]);
});

test('of two databases that are held it is said until both are open', async () => {
  const names = [newId(), newId()];
  const deaf = await Promise.all(names.map(heldBy));
  names.forEach((name) => indexedDB.deleteDatabase(name));
  const opening = names.map(opened);
  await time.tickAsync(HELD_AFTER_MS);
  deaf[0]?.close();
  (await opening[0])?.close();
  expect(isHeld()).toBe(true);
  deaf[1]?.close();
  (await opening[1])?.close();
  expect(isHeld()).toBe(false);
});

test('a database that opens at once, or not at all, is never said to be held', async () => {
  const told: boolean[] = [];
  const stop = onHeld(() => told.push(isHeld()));
  (await opened(newId())).close();
  await expect(noticeHeld(Promise.reject(new Error('refused')), clock)).rejects.toThrow('refused');
  await time.tickAsync(2 * HELD_AFTER_MS);
  stop();
  expect(told).toEqual([]);
});
