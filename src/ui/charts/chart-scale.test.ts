import { expect, test } from 'vitest';
import { axisOf, placeAt, roundedUp } from './chart-scale.ts';

test('an axis ends at the next round number', () => {
  expect([0, 1, 1.2, 23, 260, 501, 9999].map(roundedUp)).toEqual([1, 1, 2, 30, 300, 600, 10_000]);
});

test('an axis always holds zero, and what lies below it', () => {
  expect(axisOf([30, 40])).toMatchObject({ low: 0, high: 40, lines: [40, 20, 0] });
  expect(axisOf([30, -12])).toMatchObject({ low: -20, high: 30, lines: [30, 0, -20] });
  expect(axisOf([])).toMatchObject({ low: 0, high: 1 });
});

test('an axis is not ruled where two rules would stand on each other', () => {
  expect(axisOf([3000, -100]).lines).toEqual([3000, 0]);
  expect(axisOf([100, -3000]).lines).toEqual([0, -3000]);
});

test('a value stands between the ends of its axis', () => {
  const { share } = axisOf([30, -12]);
  expect([30, 0, -20].map(share)).toEqual([0, 0.6, 1]);
});

test('a finger anywhere over a group means this group, and beside all of them the nearest', () => {
  expect([-0.1, 0, 0.24, 0.25, 0.99, 1, 1.2].map((share) => placeAt(share, 4))).toEqual([0, 0, 0, 1, 3, 3, 3]);
});
