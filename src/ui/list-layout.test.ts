import { expect, test } from 'vitest';
import { layoutFor, leastOf } from './list-layout.ts';

const name = { key: 'name', width: 'minmax(10rem, 3fr)' };
const due = { key: 'due', width: '6.5rem', phone: 'hidden' as const };
const amount = { key: 'amount', align: 'end' };
type Column = { isOptional?: boolean; key: string; width?: string; phone?: 'hidden'; isSpare?: boolean };
const columns: readonly Column[] = [name, due, amount];
// 10 + 6.5 + 6 for the columns, 2 between them, 2 at the edges.
const ALL = 26.5;
const keysAt = (room: number, hasBoxes = false) => {
  const { isCards, columns: shown } = layoutFor(columns, room, hasBoxes);
  return isCards ? 'cards' : shown.map(({ key }) => key).join(' ');
};

test('a table has the columns there is room for, and is cards where there is not', () => {
  expect([keysAt(ALL), keysAt(ALL - 0.1)]).toEqual(['name due amount', 'name amount']);
  const fewer = ALL - 6.5 - 1;
  expect([keysAt(fewer), keysAt(fewer - 0.1)]).toEqual(['name amount', 'cards']);
});

test('a column may be spare in a table and stand on a card all the same', () => {
  const spare: Column = { key: 'spare', width: '50rem', isSpare: true };
  expect(layoutFor([...columns, spare], ALL, false)).toEqual({ isCards: false, columns: [name, due, amount] });
  expect(layoutFor([...columns, spare], ALL - 0.1, false)).toEqual({ isCards: false, columns: [name, amount] });
});

test('what was chosen in addition stands where there is room, and goes before what comes by itself', () => {
  const chosen: Column = { key: 'chosen', width: '6.5rem', isOptional: true };
  const all: Column[] = [name, chosen, due, amount];
  expect(layoutFor(all, ALL + 7.5, false).columns).toEqual(all);
  expect(layoutFor(all, ALL + 7.4, false)).toEqual({ isCards: false, columns: [name, due, amount] });
});

test('a box before each row takes its room, too', () => {
  expect([keysAt(ALL + 3.5, true), keysAt(ALL + 3.4, true)]).toEqual(['name due amount', 'name amount']);
});

test('cards know all columns: each says its place on a card itself', () => {
  expect(layoutFor(columns, 1, false)).toEqual({ isCards: true, columns });
});

test('a track takes at least what it says', () => {
  expect(['9.5rem', 'minmax(13rem, 3fr)', '1fr'].map(leastOf)).toEqual([9.5, 13, 0]);
});
