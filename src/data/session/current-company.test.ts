import { beforeEach, expect, test } from 'vitest';
import { createStore, type KeyValueStore } from '#platform/storage/web-storage.ts';
import { chooseCompany, rememberCompany } from './current-company.ts';

let store: KeyValueStore;
beforeEach(() => {
  const values = new Map<string, string>();
  store = createStore(
    () =>
      ({
        getItem: (key: string) => values.get(key) ?? null,
        setItem: (key: string, value: string) => void values.set(key, value),
        removeItem: (key: string) => void values.delete(key),
      }) as unknown as Storage,
  );
});
const a = { id: 'a' };
const b = { id: 'b' };

test('[SYNC-74] the stored company is restored for the user who chose it', () => {
  rememberCompany(store, 'u1', 'b');
  expect(chooseCompany(store, 'u1', [a, b])).toBe('b');
});

test("[SYNC-74] another user's choice is cleared, not used", () => {
  rememberCompany(store, 'u1', 'b');
  expect(chooseCompany(store, 'u2', [a, b])).toBeNull();
  expect([store.get('current_company_id'), store.get('current_user_id')]).toEqual([null, null]);
});

test('a company that is no longer available is cleared', () => {
  rememberCompany(store, 'u1', 'gone');
  expect(chooseCompany(store, 'u1', [a, b])).toBeNull();
  expect(store.get('current_company_id')).toBeNull();
});

test('exactly one available company is selected by itself and remembered', () => {
  expect(chooseCompany(store, 'u1', [a])).toBe('a');
  expect([store.get('current_company_id'), store.get('current_user_id')]).toEqual(['a', 'u1']);
  expect(chooseCompany(store, 'u2', [])).toBeNull();
});

test('a company one no longer belongs to is opened only on request', () => {
  const former = { id: 'b', is_former: true };
  expect(chooseCompany(store, 'u1', [a, former])).toBe('a');
  expect(chooseCompany(store, 'u2', [former])).toBeNull();
  rememberCompany(store, 'u1', 'b');
  expect(chooseCompany(store, 'u1', [a, former])).toBe('b');
});
