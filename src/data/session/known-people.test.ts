import { beforeEach, expect, test } from 'vitest';
import { createStore, type KeyValueStore } from '#platform/storage/web-storage.ts';
import { emailOnDevice, forgetPerson, PEOPLE_KEY, rememberPeople } from './known-people.ts';
import type { Session } from './session-service.ts';
import { clearBrowserStorage } from './sign-out-rule.ts';

let store: KeyValueStore;
beforeEach(() => {
  const values = new Map<string, string>();
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    key: (n: number) => [...values.keys()][n] ?? null,
    clear: () => values.clear(),
    get length() {
      return values.size;
    },
  };
  store = createStore(() => storage);
});

function signIn(id: string, email: string): void {
  const user = { id, email, displayName: '', avatarPath: '', mutedNotices: [] };
  const snapshot: Session = { status: 'signed_in', user, isRecovery: false, isReady: true };
  rememberPeople({ session: { getSnapshot: () => snapshot, subscribe: () => () => undefined }, store });
}

test('the device knows whose data it holds after the session is gone, until that data goes', () => {
  signIn('u1', 'ann@kontor.example');
  signIn('u2', 'ben@kontor.example');
  clearBrowserStorage(
    store,
    createStore(() => undefined),
  );
  expect([emailOnDevice('u1', store), emailOnDevice('u2', store)]).toEqual(['ann@kontor.example', 'ben@kontor.example']);
  forgetPerson('u1', store);
  expect([emailOnDevice('u1', store), emailOnDevice('u2', store)]).toEqual(['', 'ben@kontor.example']);
  forgetPerson('u2', store);
  expect(store.keys()).toEqual([]);
});

test('a damaged note names nobody', () => {
  store.set(PEOPLE_KEY, '{"u1": 3}');
  expect(emailOnDevice('u1', store)).toBe('');
});
