/** A `Storage` that never throws: with storage blocked it reads as empty, and a write answers false. */
export type KeyValueStore = {
  get(key: string): string | null;
  set(key: string, value: string): boolean;
  remove(key: string): void;
  keys(): string[];
  clear(): void;
};

export function createStore(open: () => Storage | undefined, admits: (key: string) => boolean = () => true): KeyValueStore {
  const attempt = <T>(run: (storage: Storage) => T, otherwise: T): T => {
    try {
      const storage = open();
      return storage ? run(storage) : otherwise;
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => attempt((s) => s.getItem(key), null),
    set: (key, value) =>
      admits(key) &&
      attempt((s) => {
        s.setItem(key, value);
        return true;
      }, false),
    remove: (key) => attempt((s) => s.removeItem(key), undefined),
    keys: () => attempt((s) => Array.from({ length: s.length }, (_, n) => s.key(n)).filter((key) => key !== null), []),
    clear: () => attempt((s) => s.clear(), undefined),
  };
}

let isAdmitted: (key: string) => boolean = () => true;
/** Which keys `localStore` takes from now on; others are refused as if storage were full. */
export function admitKeys(rule: (key: string) => boolean): void {
  isAdmitted = rule;
}
/** Kept until the user or the sign-out rule removes it; shared by the tabs. */
export const localStore = createStore(
  () => globalThis.localStorage,
  (key) => isAdmitted(key),
);
/** Kept as long as this tab. */
export const sessionStore = createStore(() => globalThis.sessionStorage);

/** A JSON value in a store; what can't be parsed or doesn't pass `accept` reads as null. */
export function readJson<T>(store: KeyValueStore, key: string, accept: (value: unknown) => value is T): T | null {
  const raw = store.get(key);
  if (raw === null) return null;
  try {
    const value: unknown = JSON.parse(raw);
    return accept(value) ? value : null;
  } catch {
    return null;
  }
}

export const isStringArray = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');
