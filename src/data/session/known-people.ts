import { type KeyValueStore, localStore, readJson } from '#platform/storage/web-storage.ts';
import type { SessionState } from './session-state.ts';

/** Begins with `sb-`, so that it outlives a sign-out; a person's entry goes when their databases go. */
export const PEOPLE_KEY = 'sb-kontor-people';

const isPeople = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((email) => typeof email === 'string');
const people = (store: KeyValueStore): Record<string, string> => readJson(store, PEOPLE_KEY, isPeople) ?? {};

/** The mail address of a person with data on this device, for the sign-in page to say whose it is; `''` when it is not known. */
export const emailOnDevice = (userId: string, store: KeyValueStore = localStore): string => people(store)[userId] ?? '';

export function forgetPerson(userId: string, store: KeyValueStore = localStore): void {
  const left = Object.entries(people(store)).filter(([id]) => id !== userId);
  if (left.length > 0) store.set(PEOPLE_KEY, JSON.stringify(Object.fromEntries(left)));
  else store.remove(PEOPLE_KEY);
}

type Watched = { getSnapshot(): SessionState; subscribe(listener: () => void): () => void };
type Parts = { readonly session: Watched; readonly store: KeyValueStore };

/** Notes who signs in: should their session end by itself, the data that stays has a name. */
export function rememberPeople({ session, store }: Parts): void {
  const look = () => {
    const snapshot = session.getSnapshot();
    if (!('user' in snapshot) || emailOnDevice(snapshot.user.id, store) === snapshot.user.email) return;
    store.set(PEOPLE_KEY, JSON.stringify({ ...people(store), [snapshot.user.id]: snapshot.user.email }));
  };
  session.subscribe(look);
  look();
}
