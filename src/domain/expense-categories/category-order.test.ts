import { expect, test } from 'vitest';
import { byPlace, orderedPlaces } from './category-order.ts';

const travel = { id: 'a', name: 'Travel', sort_order: 1 };
const meals = { id: 'b', name: 'Meals', sort_order: 2 };
const office = { id: 'c', name: 'Office', sort_order: 3 };

test('moving the last category to the front gives every category its new place', () => {
  expect(orderedPlaces([travel, meals, office], ['c', 'a', 'b'])).toEqual([
    { id: 'c', sort_order: 1 },
    { id: 'a', sort_order: 2 },
    { id: 'b', sort_order: 3 },
  ]);
});

test('swapping two categories leaves the others untouched', () => {
  expect(orderedPlaces([travel, meals, office], ['b', 'a', 'c']).map((place) => place.id)).toEqual(['b', 'a']);
});

test('a category that another device added meanwhile stays behind the ordered ones', () => {
  expect(orderedPlaces([travel, meals, office], ['b', 'a'])).toEqual([
    { id: 'b', sort_order: 1 },
    { id: 'a', sort_order: 2 },
  ]);
});

test('categories with the same place are listed by name on every device', () => {
  expect([{ ...travel, sort_order: 2 }, meals].toSorted(byPlace).map((category) => category.name)).toEqual(['Meals', 'Travel']);
});
