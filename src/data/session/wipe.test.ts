import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { markerOf, setMarker } from '#data/device/device-marker.ts';
import { closeCompanyDatabase, openCompanyDatabase } from '#data/core/open-company-database.ts';
import { SHARE_INBOX } from '#sw/messages.ts';
import { SESSION_KEY } from '#platform/supabase/stored-session.ts';
import { createStore, type KeyValueStore } from '#platform/storage/web-storage.ts';
import { newId } from '#platform/ids/ids.ts';
import type { Session } from './session-service.ts';
import { clearBrowserStorage, guardLateWrites } from './sign-out-rule.ts';
import { databasesOf, finishWipes, markWipe, takeBackWipe, usersOnDevice } from './wipe.ts';

function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    key: (n: number) => [...values.keys()][n] ?? null,
    clear: () => values.clear(),
    get length() {
      return values.size;
    },
  };
}
function memoryStore(): KeyValueStore {
  const storage = memoryStorage();
  return createStore(() => storage);
}
let store: KeyValueStore;
beforeEach(() => void (store = memoryStore()));

async function usedDevice(userId: string): Promise<void> {
  const target = { userId, companyId: newId() };
  const db = await openCompanyDatabase(target);
  await db.device.meta.put('x', 'y');
  await closeCompanyDatabase(target);
}

/** A tab that holds a database and does not let go when asked. */
function stubbornTab(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error as Error);
  });
}

test("[SYNC-72] a wipe removes every local database of the user and none of another's", async () => {
  const [ann, ben] = [newId(), newId()];
  await usedDevice(ann);
  await usedDevice(ben);
  expect((await databasesOf(ann)).length).toBeGreaterThan(2);
  const bens = await databasesOf(ben);
  expect(await usersOnDevice(store)).toEqual(expect.arrayContaining([ann, ben]));
  markWipe(ann, store);
  // Who is about to go is not looked into any more: that would make the database anew.
  expect(await usersOnDevice(store)).not.toContain(ann);
  expect(await finishWipes(store)).toBe(true);
  expect(await databasesOf(ann)).toEqual([]);
  expect(await databasesOf(ben)).toEqual(bens);
  expect(await usersOnDevice(store)).toContain(ben);
});

test('[SYNC-72] a wipe that another tab holds up stays noted and is finished at the next start', async () => {
  const ann = newId();
  await usedDevice(ann);
  const held = await stubbornTab(`kontor-device-${ann}`);
  markWipe(ann, store);
  expect(await finishWipes(store, 50)).toBe(false);
  held.close();
  expect(await finishWipes(store)).toBe(true);
  expect(await databasesOf(ann)).toEqual([]);
  expect(store.keys()).toEqual([]);
});

test('[SYNC-72] what is written after a sign-in stays, also where the browser was still waiting to delete what was there before', async () => {
  const ann = newId();
  await usedDevice(ann);
  const held = await stubbornTab(`kontor-device-${ann}`);
  markWipe(ann, store);
  expect(await finishWipes(store, 50)).toBe(false);
  await takeBackWipe(ann, store);
  const target = { userId: ann, companyId: newId() };
  const opening = openCompanyDatabase(target);
  held.close();
  const { device } = await opening;
  expect(await device.meta.get('x')).toBeUndefined(); // what was there is gone, as the person said
  await device.meta.put('written since', 'x');
  await closeCompanyDatabase(target);
  expect(await finishWipes(store)).toBe(true);
  const { device: again } = await openCompanyDatabase(target);
  expect(await again.meta.get('x')).toBe('written since');
  await closeCompanyDatabase(target);
});

test('[SYNC-72] a sign-in while a wipe is under way waits for it: nothing is opened in between that a further look would delete', async () => {
  const ann = newId();
  await usedDevice(ann);
  const held = await stubbornTab(`kontor-device-${ann}`);
  markWipe(ann, store);
  const steps: string[] = [];
  const wiping = finishWipes(store, 50).then(() => steps.push('wiped'));
  await takeBackWipe(ann, store);
  steps.push('taken back');
  await wiping;
  held.close();
  expect(steps).toEqual(['wiped', 'taken back']);
  expect(await finishWipes(store)).toBe(true); // nothing is noted any more
});

test('[SYNC-72] a wipe that still waits takes away what was shared, badge and push, but not those of who signed in since', async () => {
  const [ann, ben] = [newId(), newId()];
  const forgotten: (string | undefined)[] = [];
  for (const user of [undefined, ann, ben]) {
    markWipe(ann, store);
    const belongings = { signedIn: () => user, forgetShared: async () => void forgotten.push(user) };
    expect(await finishWipes(store, 50, belongings)).toBe(true);
  }
  expect(forgotten).toEqual([undefined, ann]);
});

test('[SYNC-72] a wipe takes from the browser itself what was shared, badge and push, unless its cookies are of who signed in since', async () => {
  const [ann, ben] = [newId(), newId()];
  const taken: string[] = [];
  const subscription = { unsubscribe: async () => void taken.push('push') };
  const registration = { getNotifications: async () => [], pushManager: { getSubscription: async () => subscription } };
  vi.stubGlobal('navigator', {
    clearAppBadge: async () => void taken.push('badge'),
    serviceWorker: { getRegistration: async () => registration },
  });
  vi.stubGlobal('caches', { delete: async (name: string) => (taken.push(name), true) });
  const wipe = (cookies: string) => {
    vi.stubGlobal('document', { cookie: cookies });
    markWipe(ann, store);
    return finishWipes(store);
  };
  const session = { access_token: 'a', refresh_token: 'r', user: { id: ben } };
  expect([await wipe(`${SESSION_KEY}=${encodeURIComponent(JSON.stringify(session))}`), ...taken]).toEqual([true]);
  expect([await wipe(''), ...taken]).toEqual([true, SHARE_INBOX, 'badge', 'push']);
  vi.unstubAllGlobals();
});

test('a wipe that a crash interrupted before it began is made good', async () => {
  const ann = newId();
  await usedDevice(ann);
  markWipe(ann, store);
  expect(await finishWipes(store)).toBe(true);
  expect(await databasesOf(ann)).toEqual([]);
});

test('[SYNC-18] what a person had deleted is no loss: its marker goes when the wipe is noted, and again when it is done', async () => {
  const ann = newId();
  await usedDevice(ann);
  setMarker(ann, 'hers', store);
  markWipe(ann, store);
  expect(markerOf(ann, store)).toBeNull();
  setMarker(ann, 'set by a tab that was late', store);
  await finishWipes(store);
  expect(markerOf(ann, store)).toBeNull();
});

test('[SYNC-18] the device database that the app opens has a marker that outlives it', async () => {
  const ann = newId();
  vi.stubGlobal('localStorage', memoryStorage());
  await usedDevice(ann);
  expect(markerOf(ann)).not.toBeNull();
  vi.unstubAllGlobals();
});

test('without a mark nothing is deleted, and a sign-in takes the mark back', async () => {
  const ann = newId();
  await usedDevice(ann);
  markWipe(ann, store);
  await takeBackWipe(ann, store);
  expect(await finishWipes(store)).toBe(true);
  expect((await databasesOf(ann)).length).toBeGreaterThan(0);
});

test('sign-out clears local storage except the kept keys, and all of session storage', () => {
  const session = memoryStore();
  const kept = ['sb-kontor-config', 'sb-other', 'supabase.auth.debug', 'current_company_id', 'current_user_id'];
  for (const key of [...kept, 'kontor-theme', 'my-sb-key', 'draft', 'sb-kontor-auth-token-user']) store.set(key, '1');
  session.set('anything', '1');
  clearBrowserStorage(store, session);
  expect([store.keys().sort(), session.keys()]).toEqual([[...kept].sort(), []]);
});

function guardedTab(local: KeyValueStore) {
  let snapshot = { status: 'signed_in' } as Session;
  let listener = () => {};
  let rule = (_key: string) => true;
  const tab = memoryStore();
  guardLateWrites({
    session: { getSnapshot: () => snapshot, subscribe: (run) => ((listener = run), () => undefined) },
    local,
    tab,
    admitKeys: (next) => (rule = next),
  });
  const become = (next: object) => {
    snapshot = next as Session;
    listener();
  };
  return { tab, become, write: (key: string) => rule(key) && local.set(key, 'x') };
}

test('[SYNC-74] what ends after a sign-out brings nothing back into local storage; the kept keys are still written', () => {
  const { become, write } = guardedTab(store);
  expect(['kontor-log', 'kontor-avatar'].map(write)).toEqual([true, true]);
  become({ status: 'signed_out', reason: 'signed_out' });
  clearBrowserStorage(store, memoryStore());
  for (const key of ['kontor-log', 'kontor-avatar', 'kontor-recent-c', 'sb-kontor-people', 'current_company_id']) write(key);
  expect(store.keys().sort()).toEqual(['current_company_id', 'sb-kontor-people']);
  become({ status: 'pending_second_factor' });
  expect(write('kontor-log')).toBe(true);
});

test('[SYNC-74] a tab that hears of a sign-out late takes away what it wrote meanwhile, never the session of who signed in since', () => {
  const { tab, become, write } = guardedTab(store);
  for (const key of ['kontor-log', 'sb-kontor-auth-token', 'current_user_id']) write(key);
  tab.set('kontor-chunk-reload', 'x');
  become({ status: 'signed_out', reason: 'other_tab' });
  expect([store.keys().sort(), tab.keys()]).toEqual([['current_user_id', 'sb-kontor-auth-token'], []]);
});
