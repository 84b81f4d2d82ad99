import { expect, test } from 'vitest';
import { isLeaseValid, lastDayOf, leasedNumber } from './number-lease.ts';

test('numbers hold for thirty days, and no longer than the year where counting begins anew with it', () => {
  expect(lastDayOf('R-{number}', '2026-12-15')).toBe('2027-01-14');
  expect(lastDayOf('R-{year}-{number}', '2026-12-15')).toBe('2026-12-31');
  expect(lastDayOf('R-{year}-{number}', '2026-12-01')).toBe('2026-12-31');
  expect(lastDayOf('R-{year}-{number}', '2026-11-15')).toBe('2026-12-15');
});

test('a number may stand on an invoice up to its last day, in its own year', () => {
  const lease = { year: 2026, valid_until: '2026-12-15' };
  expect(['2026-12-14', '2026-12-15', '2026-12-16', '2025-12-31'].map((day) => isLeaseValid(lease, day))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isLeaseValid({ year: 0, valid_until: '2026-12-15' }, '2025-12-31')).toBe(true);
});

test('a place of the counter is written in the pattern of its lease', () => {
  expect(leasedNumber({ format: '{prefix}-{year}-{month}-{number}', prefix: 'R' }, 7, '2026-03-10')).toBe('R-2026-03-0007');
});
