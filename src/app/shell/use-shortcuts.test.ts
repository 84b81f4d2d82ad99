import { expect, test } from 'vitest';
import { routeOf } from '#app/routes.tsx';
import { GO_TO } from './use-shortcuts.ts';

test('every place that a shortcut leads to exists', () => {
  expect(Object.values(GO_TO).filter((path) => !routeOf(path))).toEqual([]);
});
