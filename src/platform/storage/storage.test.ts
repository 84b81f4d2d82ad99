import { expect, test } from 'vitest';
import { readCookies } from './cookies.ts';
import { createStore, isStringArray, readJson } from './web-storage.ts';

test('a blocked storage reads as empty and a write answers false', () => {
  const blocked = createStore(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect([blocked.get('a'), blocked.keys(), blocked.set('a', '1')]).toEqual([null, [], false]);
});

test('a damaged or foreign JSON value reads as null', () => {
  const values: Record<string, string> = { damaged: '["a"', foreign: '{"a":1}', good: '["a"]' };
  const store = {
    get: (key: string) => values[key] ?? null,
    set: () => true,
    remove: () => undefined,
    keys: () => [],
    clear: () => undefined,
  };
  expect([
    readJson(store, 'damaged', isStringArray),
    readJson(store, 'foreign', isStringArray),
    readJson(store, 'good', isStringArray),
  ]).toEqual([null, null, ['a']]);
});

test('cookies are read decoded, also when a value is not valid percent encoding', () => {
  expect([...readCookies('locale=de; name=M%C3%BCller; odd=100%; empty=')]).toEqual([
    ['locale', 'de'],
    ['name', 'Müller'],
    ['odd', '100%'],
    ['empty', ''],
  ]);
});
