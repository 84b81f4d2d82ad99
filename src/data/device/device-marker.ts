import { type KeyValueStore, localStore } from '#platform/storage/web-storage.ts';

/**
 * Names the device database that a user has in this browser, in local storage: that outlives an eviction of databases, so that one which is made anew
 * is known to be another one. Begins with `sb-`, so that a sign-out keeps it; it goes when the databases go.
 */
const keyOf = (userId: string) => `sb-kontor-device:${userId}`;

export const markerOf = (userId: string, store: KeyValueStore = localStore): string | null => store.get(keyOf(userId));
export const setMarker = (userId: string, marker: string, store: KeyValueStore = localStore): boolean => store.set(keyOf(userId), marker);
export const forgetMarker = (userId: string, store: KeyValueStore = localStore): void => store.remove(keyOf(userId));
