import { expect, test } from 'vitest';
import { routeOf } from '#app/routes.tsx';
import { navigation } from './navigation.ts';
import { GO_TO } from './use-shortcuts.ts';

test('every place that a shortcut leads to exists', () => {
  expect(Object.values(GO_TO).filter((path) => !routeOf(path))).toEqual([]);
});

test('every part of the navigation has a shortcut, and no place has two', () => {
  const places = navigation.flatMap(({ items }) => items.map(({ path }) => path));
  expect(places.length).toBeGreaterThan(10);
  expect(places.filter((path) => !Object.values(GO_TO).includes(path))).toEqual([]);
  expect(new Set(Object.values(GO_TO)).size).toBe(Object.keys(GO_TO).length);
});
