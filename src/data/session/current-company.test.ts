import { beforeEach, expect, test } from 'vitest';
import { createStore, type KeyValueStore } from '#platform/storage/web-storage.ts';
import { type ChoiceStores, chooseCompany, forgetCompany, keepForNewTabs, rememberCompany } from './current-company.ts';

function memoryStore(): KeyValueStore {
  const values = new Map<string, string>();
  return createStore(
    () =>
      ({
        getItem: (key: string) => values.get(key) ?? null,
        setItem: (key: string, value: string) => void values.set(key, value),
        removeItem: (key: string) => void values.delete(key),
      }) as unknown as Storage,
  );
}
let stores: ChoiceStores;
beforeEach(() => void (stores = { tab: memoryStore(), shared: memoryStore() }));
/** Another tab of this browser; a tab that is loaded anew has its own stores as before. */
const newTab = (): ChoiceStores => ({ tab: memoryStore(), shared: stores.shared });
const stored = ({ tab, shared }: ChoiceStores) =>
  [tab, shared].map((store) => [store.get('current_company_id'), store.get('current_user_id')]);
const NOTHING = [null, null];
const a = { id: 'a' };
const b = { id: 'b' };

test('[SYNC-74] the stored company is restored for the user who chose it, also in a new tab', () => {
  rememberCompany(stores, 'u1', 'b');
  expect(chooseCompany(stores, 'u1', [a, b])).toBe('b');
  expect(chooseCompany(newTab(), 'u1', [a, b])).toBe('b');
});

test('[SYNC-74] a tab keeps its company when it is loaded anew, whatever was chosen in another one', () => {
  rememberCompany(stores, 'u1', 'a');
  const other = newTab();
  expect(chooseCompany(other, 'u1', [a, b])).toBe('a');
  rememberCompany(stores, 'u1', 'b');
  expect(chooseCompany(other, 'u1', [a, b])).toBe('a');
  expect(chooseCompany(stores, 'u1', [a, b])).toBe('b');
  expect(chooseCompany(newTab(), 'u1', [a, b])).toBe('b');
});

test('[SYNC-74] a new tab opens the company of the tab that was used last, which stays the only one it changes', () => {
  rememberCompany(stores, 'u1', 'a');
  const other = newTab();
  rememberCompany(other, 'u1', 'b');
  keepForNewTabs(stores, 'u1', 'a');
  expect([newTab(), other, stores].map((each) => chooseCompany(each, 'u1', [a, b]))).toEqual(['a', 'b', 'a']);
  keepForNewTabs(other, 'u1', 'b');
  expect([newTab(), other, stores].map((each) => chooseCompany(each, 'u1', [a, b]))).toEqual(['b', 'b', 'a']);
});

test("[SYNC-74] another user's choice is cleared, not used", () => {
  rememberCompany(stores, 'u1', 'b');
  expect(chooseCompany(stores, 'u2', [a, b])).toBeNull();
  expect(stored(stores)).toEqual([NOTHING, NOTHING]);
});

test('a company that is no longer available is cleared', () => {
  rememberCompany(stores, 'u1', 'gone');
  expect(chooseCompany(stores, 'u1', [a, b])).toBeNull();
  expect(stored(stores)).toEqual([NOTHING, NOTHING]);
});

test('a tab whose company is no longer available opens the one chosen last, and keeps to it', () => {
  const other = newTab();
  rememberCompany(stores, 'u1', 'gone');
  rememberCompany(other, 'u1', 'b');
  expect(chooseCompany(stores, 'u1', [a, b])).toBe('b');
  expect(stored(stores)).toEqual([
    ['b', 'u1'],
    ['b', 'u1'],
  ]);
});

test('leaving a company asks again in this tab and in a new one; a tab that is in its company stays there', () => {
  rememberCompany(stores, 'u1', 'a');
  const other = newTab();
  chooseCompany(other, 'u1', [a, b]);
  forgetCompany(stores);
  expect([stores, newTab(), other].map((each) => chooseCompany(each, 'u1', [a, b]))).toEqual([null, null, 'a']);
});

test('exactly one available company is selected by itself and remembered', () => {
  expect(chooseCompany(stores, 'u1', [a])).toBe('a');
  expect(stored(stores)).toEqual([
    ['a', 'u1'],
    ['a', 'u1'],
  ]);
  expect(chooseCompany(stores, 'u2', [])).toBeNull();
});

test('a company one no longer belongs to is opened only on request', () => {
  const former = { id: 'b', is_former: true };
  expect(chooseCompany(stores, 'u1', [a, former])).toBe('a');
  expect(chooseCompany(stores, 'u2', [former])).toBeNull();
  rememberCompany(stores, 'u1', 'b');
  expect(chooseCompany(stores, 'u1', [a, former])).toBe('b');
});
