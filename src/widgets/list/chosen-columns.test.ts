import { expect, test } from 'vitest';
import { chosenColumns, isAsItComes } from './chosen-columns.ts';

const columns = [{ key: 'name', isPrimary: true }, { key: 'city' }, { key: 'notes', isOptional: true }];
const keys = (chosen?: readonly string[] | null) => chosenColumns(columns, chosen).map(({ key }) => key);

test('without a choice a table shows what comes by itself, and what opens a row always', () => {
  expect([keys(null), keys(undefined)]).toEqual([
    ['name', 'city'],
    ['name', 'city'],
  ]);
  expect(keys(['notes'])).toEqual(['name', 'notes']);
  expect(keys(['gone', 'city'])).toEqual(['name', 'city']);
});

test('to choose what comes by itself is no choice', () => {
  expect([['city'], ['name', 'city'], ['city', 'notes'], []].map((chosen) => isAsItComes(columns, chosen))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
