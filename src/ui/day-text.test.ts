import { expect, test } from 'vitest';
import { readDay, shiftDay } from './day-text.ts';

const today = '2026-11-20';

test.each([
  ['31.12.2026', '2026-12-31'],
  ['31.12.26', '2026-12-31'],
  ['3.5.', '2026-05-03'],
  ['3.5', '2026-05-03'],
  ['03/05/2026', '2026-05-03'],
  ['3 5 2025', '2025-05-03'],
  ['0305', '2026-05-03'],
  ['03052025', '2025-05-03'],
  ['2026-02-28', '2026-02-28'],
  ['29.2.2028', '2028-02-29'],
])('%s is the day %s', (typed, day) => {
  expect(readDay(typed, today)).toBe(day);
});

test.each(['29.2.2026', '31.4.', '12/31/2026', 'yesterday', '1', '2026-13-01'])('%s is not a day', (typed) => {
  expect(readDay(typed, today)).toBeUndefined();
});

test('nothing typed is no day', () => {
  expect(readDay(' ', today)).toBeNull();
});

test('the arrow keys cross months and years', () => {
  expect(shiftDay('2026-12-31', 1)).toBe('2027-01-01');
  expect(shiftDay('2028-03-01', -1)).toBe('2028-02-29');
});
