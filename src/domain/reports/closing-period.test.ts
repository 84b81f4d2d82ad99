import { expect, test } from 'vitest';
import { closingKey, closingPeriods } from './closing-period.ts';

test('months and quarters that are over are closed, the latest first; one that runs is none of them', () => {
  const { months, quarters } = closingPeriods('2026-02-15', { months: 3, quarters: 2 });
  expect(months.map(closingKey)).toEqual(['2026-01', '2025-12', '2025-11']);
  expect(quarters).toEqual([
    { from: '2025-10', to: '2025-12' },
    { from: '2025-07', to: '2025-09' },
  ]);
  expect(quarters.map(closingKey)).toEqual(['2025-Q4', '2025-Q3']);
  expect(closingPeriods('2026-04-01', { months: 1, quarters: 1 }).quarters.map(closingKey)).toEqual(['2026-Q1']);
});
