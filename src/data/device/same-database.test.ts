import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStore, type KeyValueStore } from '#platform/storage/web-storage.ts';
import { newId } from '#platform/ids/ids.ts';
import { DeviceDatabase, deviceDatabaseName } from './device-database.ts';
import { forgetMarker } from './device-marker.ts';
import { staysTheSame } from './same-database.ts';
import { onDevice, reportHealth, storageHealth$ } from './storage-health.ts';

let store: KeyValueStore;
let user: string;
const open: DeviceDatabase[] = [];
beforeEach(() => {
  const values = new Map<string, string>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  store = createStore(() => storage as unknown as Storage);
  user = newId();
  reportHealth('ok');
});
afterEach(() => open.splice(0).forEach((device) => device.close()));

/** The device database as a tab opens it. */
async function opened(): Promise<DeviceDatabase> {
  const device = new DeviceDatabase(user);
  open.push(device);
  staysTheSame(device, store);
  await device.open();
  return device;
}
/** What an eviction and "clear site data" do: the open connections are closed by force. */
function evict(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(deviceDatabaseName(user));
    request.onsuccess = resolve;
    request.onerror = reject;
  });
}
const said = () => storageHealth$.value.state;
const draft = { key: 'x', company_id: 'c', values: 'typed', changed_at: '' };

test('[SYNC-18] a device database that is taken away under the running app is not used anew as if nothing had waited in it, and the person is told', async () => {
  const device = await opened();
  await device.drafts.put(draft);
  await evict();
  await expect(onDevice(device.drafts.toArray())).rejects.toMatchObject({ code: 'storage_failed' });
  expect(said()).toBe('gone');
  await expect(onDevice(device.drafts.put(draft))).rejects.toMatchObject({ code: 'storage_failed' });
  expect(said()).toBe('gone');
});

test('[SYNC-18] one that was closed and is the same is used on', async () => {
  const device = await opened();
  await device.drafts.put(draft);
  device.close({ disableAutoOpen: false }); // what a browser does to connections when it lost its own way to the disk
  expect(await device.drafts.toArray()).toEqual([draft]);
  expect(said()).toBe('ok');
});

test('[SYNC-18] one that was taken away while the app was closed is noticed at the next start, once', async () => {
  (await opened()).close();
  (await opened()).close();
  expect(said()).toBe('ok');
  await evict();
  const device = await opened();
  expect(said()).toBe('forgotten');
  await device.drafts.put(draft);
  expect(await device.drafts.count()).toBe(1);
  device.close();
  reportHealth('ok');
  await opened();
  expect(said()).toBe('ok');
});

test('[SYNC-18] two tabs that open at once agree on its name, and a person new to this device is told nothing', async () => {
  const [a, b] = await Promise.all([opened(), opened()]);
  expect([await a.drafts.count(), await b.drafts.count(), said()]).toEqual([0, 0, 'ok']);
  a.close({ disableAutoOpen: false });
  b.close({ disableAutoOpen: false });
  expect([await a.drafts.count(), await b.drafts.count(), said()]).toEqual([0, 0, 'ok']);
});

test('[SYNC-18] local storage that was cleared alone costs nothing', async () => {
  const device = await opened();
  await device.drafts.put(draft);
  device.close();
  forgetMarker(user, store);
  expect(await (await opened()).drafts.count()).toBe(1);
  expect(said()).toBe('ok');
});
