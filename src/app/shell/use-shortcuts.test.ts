import { expect, test } from 'vitest';
import { routeOf } from '#app/routes.tsx';
import { DIRECTORY_NAMES, directories } from '#domain/directories.ts';
import { navigation } from './navigation.ts';
import { GO_TO } from './use-shortcuts.ts';

test('every place that a shortcut leads to exists', () => {
  expect(Object.values(GO_TO).filter((path) => !routeOf(path))).toEqual([]);
});

test('every part of the navigation that is no directory has a shortcut', () => {
  const directoryPaths: readonly string[] = DIRECTORY_NAMES.map((name) => directories[name].page.path);
  const places = navigation.flatMap(({ items }) => items.map(({ path }) => path)).filter((path) => !directoryPaths.includes(path));
  expect(places.filter((path) => !Object.values(GO_TO).includes(path))).toEqual([]);
});
