import { expect, test } from 'vitest';
import { createStore } from '#platform/storage/web-storage.ts';
import { mayReload } from './chunk-reload.ts';

function memory() {
  const values = new Map<string, string>();
  return createStore(
    () =>
      ({
        getItem: (name: string) => values.get(name) ?? null,
        setItem: (name: string, value: string) => void values.set(name, value),
      }) as Storage,
  );
}

test('a failed chunk reloads a path at most once in ten seconds', () => {
  const store = memory();
  expect(mayReload(store, '/a', 1_000)).toBe(true);
  expect(mayReload(store, '/a', 10_999)).toBe(false);
  expect(mayReload(store, '/a', 11_000)).toBe(true);
});

test('every path has its own ten seconds', () => {
  const store = memory();
  expect(mayReload(store, '/a', 0)).toBe(true);
  expect(mayReload(store, '/b', 1)).toBe(true);
  expect(mayReload(store, '/a', 2)).toBe(false);
});

test('without storage nothing reloads, because nothing would stop a loop', () => {
  const blocked = createStore(() => {
    throw new Error('blocked');
  });
  expect(mayReload(blocked, '/a', 0)).toBe(false);
});
