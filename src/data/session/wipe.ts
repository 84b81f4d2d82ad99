import { log } from '#platform/log/log.ts';
import { showBadge } from '#platform/pwa/badge.ts';
import { endPush } from '#platform/pwa/end-push.ts';
import { forgetSharedFiles } from '#platform/pwa/share-inbox.ts';
import { isStringArray, type KeyValueStore, localStore, readJson } from '#platform/storage/web-storage.ts';
import { readStoredSession } from '#platform/supabase/stored-session.ts';
import { forgetMarker } from '#data/device/device-marker.ts';
import { forgetPerson } from './known-people.ts';

/** Users whose local databases still have to go. Begins with `sb-`, so that the sign-out rule keeps it. */
const WIPES_KEY = 'sb-kontor-wipes';
/** A database another tab still holds is left for the next start after this long. */
export const WIPE_PATIENCE_MS = 3_000;

const pending = (store: KeyValueStore): string[] => readJson(store, WIPES_KEY, isStringArray) ?? [];

/** Notes that this user's databases must go, before anything is deleted: a crash in between is made good at the next start. */
export function markWipe(userId: string, store: KeyValueStore = localStore): void {
  store.set(WIPES_KEY, JSON.stringify([...new Set([...pending(store), userId])]));
  // From here on it is no loss that the databases are gone, also where a browser deletes them later than we wait.
  forgetMarker(userId, store);
}

function unmarkWipe(userId: string, store: KeyValueStore): void {
  const left = pending(store).filter((id) => id !== userId);
  if (left.length > 0) store.set(WIPES_KEY, JSON.stringify(left));
  else store.remove(WIPES_KEY);
}

/**
 * A sign-in takes back a wipe that was still waiting. None is under way when this resolves: of databases that another tab holds the browser has been asked before, so
 * nothing that is opened afterwards goes with them.
 */
export async function takeBackWipe(userId: string, store: KeyValueStore = localStore): Promise<void> {
  if (pending(store).includes(userId)) await exclusively(async () => unmarkWipe(userId, store));
}

type Belongings = { readonly signedIn: () => string | undefined; readonly forgetShared: () => Promise<void> };
const BELONGINGS: Belongings = {
  signedIn: () => readStoredSession()?.user.id,
  async forgetShared() {
    await forgetSharedFiles();
    showBadge(0);
    await endPush();
  },
};

/**
 * Deletes what is marked; true when nothing is left. Runs at start before anything renders and after a sign-out. Shared files, badge and push belong to
 * whoever is signed in: where that is somebody else since, they stay.
 */
export async function finishWipes(
  store: KeyValueStore = localStore,
  patienceMs = WIPE_PATIENCE_MS,
  { signedIn, forgetShared }: Belongings = BELONGINGS,
): Promise<boolean> {
  if (pending(store).length === 0) return true;
  return exclusively(async () => {
    const user = signedIn();
    if (user === undefined || pending(store).includes(user)) await forgetShared();
    for (const userId of pending(store)) {
      if (await deleteDatabasesOf(userId, patienceMs)) {
        unmarkWipe(userId, store);
        forgetPerson(userId, store);
        forgetMarker(userId, store); // a tab that was late may have set it again
      } else log.warn('session.wipe_unfinished', { user: userId });
    }
    return pending(store).length === 0;
  });
}

/** Names of all local databases of a user: each carries the user's id (RxDB keeps one database per collection). */
export async function databasesOf(userId: string): Promise<string[]> {
  return (await databaseNames()).filter((name) => name.includes(userId));
}

/** `deviceDatabaseName`, spelled out so that the sign-in screen needs no database library; a test holds them together. */
const DEVICE_PREFIX = 'kontor-device-';

/** Users with a device database in this browser that is to stay: whoever looks into one that is being deleted makes it anew. */
export async function usersOnDevice(store: KeyValueStore = localStore): Promise<string[]> {
  const users = (await databaseNames()).filter((name) => name.startsWith(DEVICE_PREFIX)).map((name) => name.slice(DEVICE_PREFIX.length));
  const going = pending(store);
  return users.filter((userId) => !going.includes(userId));
}

async function databaseNames(): Promise<string[]> {
  if ('databases' in indexedDB) return (await indexedDB.databases()).map(({ name }) => name ?? '');
  return (await import('dexie')).Dexie.getDatabaseNames();
}

async function deleteDatabasesOf(userId: string, patienceMs: number): Promise<boolean> {
  // A second look: a tab that was just writing may have made one of them anew.
  for (let look = 0; look < 3; look += 1) {
    const names = await databasesOf(userId);
    if (names.length === 0) return true;
    const outcomes = await Promise.all(names.map((name) => deleteDatabase(name, patienceMs)));
    if (!outcomes.every(Boolean)) return false;
  }
  return (await databasesOf(userId)).length === 0;
}

/** False when another tab still holds it; the browser then deletes it as soon as that tab lets go. */
function deleteDatabase(name: string, patienceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    const timer = setTimeout(() => resolve(false), patienceMs);
    const settle = (isGone: boolean) => {
      clearTimeout(timer);
      resolve(isGone);
    };
    request.onsuccess = () => settle(true);
    request.onerror = () => settle(false);
  });
}

/** One tab wipes at a time, so that none deletes what a sign-in elsewhere has just taken off the list. */
function exclusively<T>(run: () => Promise<T>): Promise<T> {
  return typeof navigator === 'undefined' || !navigator.locks ? run() : (navigator.locks.request('kontor-wipe', run) as Promise<T>);
}
