import { expect, test } from 'vitest';
import { monthsOver } from './accounting-period.ts';

test('months that are over, across the turn of the year', () => {
  expect(monthsOver('2026-02-28', 3)).toEqual(['2026-01-01', '2025-12-01', '2025-11-01']);
  expect(monthsOver('2026-01-01', 1)).toEqual(['2025-12-01']);
});
