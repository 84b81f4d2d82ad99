import { expect, test } from 'vitest';
import { axisOf, roundedUp } from './chart-scale.ts';

test('an axis ends at the next round number', () => {
  expect([0, 1, 1.2, 23, 260, 501, 9999].map(roundedUp)).toEqual([1, 1, 2, 30, 300, 600, 10_000]);
});

test('an axis always holds zero, and what lies below it', () => {
  expect(axisOf([30, 40])).toEqual({ low: 0, high: 40 });
  expect(axisOf([30, -12])).toEqual({ low: -20, high: 30 });
  expect(axisOf([])).toEqual({ low: 0, high: 1 });
});
