import { expect, test } from 'vitest';
import { daysOf, monthsOf, type PeriodPreset, periodOf, previousPeriod, yearBefore } from './period.ts';

test('periods follow the calendar of the day they are asked on', () => {
  const on = (preset: Exclude<PeriodPreset, 'custom'>) => periodOf({ preset }, '2026-02-28');
  expect(on('month')).toEqual({ from: '2026-02', to: '2026-02' });
  expect(on('quarter')).toEqual({ from: '2026-01', to: '2026-03' });
  expect(on('year')).toEqual({ from: '2026-01', to: '2026-12' });
  expect(on('lastMonth')).toEqual({ from: '2026-01', to: '2026-01' });
  expect(on('lastQuarter')).toEqual({ from: '2025-10', to: '2025-12' });
  expect(on('lastYear')).toEqual({ from: '2025-01', to: '2025-12' });
  expect(on('last12')).toEqual({ from: '2025-03', to: '2026-02' });
});

test('a quarter is the right one in each of its months', () => {
  const starts = Array.from({ length: 12 }, (_, n) => periodOf({ preset: 'quarter' }, `2026-${String(n + 1).padStart(2, '0')}-15`).from);
  expect(starts.map((month) => Number(month.slice(5)))).toEqual([1, 1, 1, 4, 4, 4, 7, 7, 7, 10, 10, 10]);
});

test('months chosen the wrong way round are turned', () => {
  expect(periodOf({ preset: 'custom', from: '2026-05', to: '2025-11' }, '2026-01-01')).toEqual({ from: '2025-11', to: '2026-05' });
});

test('a period is compared with the one just before, as long, and with the same months of the year before', () => {
  const quarter = { from: '2026-01', to: '2026-03' };
  expect(previousPeriod(quarter)).toEqual({ from: '2025-10', to: '2025-12' });
  expect(yearBefore(quarter)).toEqual({ from: '2025-01', to: '2025-03' });
  expect(monthsOf({ from: '2025-11', to: '2026-02' })).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
});

test('the days of a period end with the last of its last month', () => {
  expect(daysOf({ from: '2023-12', to: '2024-02' })).toEqual({ from: '2023-12-01', to: '2024-02-29' });
});
