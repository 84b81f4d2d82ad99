import { expect, test } from 'vitest';
import { periodInWords } from './period-words.ts';

const today = '2026-11-24';
const monthsIn = (query: string) => {
  const named = periodInWords(query, today);
  return named && `${named.period.from}…${named.period.to} ${named.rest}`.trim();
};

test.each([
  ['october 2026', '2026-10…2026-10'],
  ['Okt', '2026-10…2026-10'],
  ['okt. 25', '2025-10…2025-10'],
  ['november', '2026-11…2026-11'],
  ['december', '2025-12…2025-12'],
  ['März', '2026-03…2026-03'],
  ['maerz 2025', '2025-03…2025-03'],
  ['sept', '2026-09…2026-09'],
  ['septembr', '2026-09…2026-09'],
  ['10/2026', '2026-10…2026-10'],
  ['2026-10', '2026-10…2026-10'],
  ['3.2026', '2026-03…2026-03'],
  ['q1', '2026-01…2026-03'],
  ['Q4', '2026-10…2026-12'],
  ['q3 2025', '2025-07…2025-09'],
  ['2. Quartal', '2026-04…2026-06'],
  ['this month', '2026-11…2026-11'],
  ['laufender Monat', '2026-11…2026-11'],
  ['vorigen Monat', '2026-10…2026-10'],
  ['last quarter', '2026-07…2026-09'],
  ['letztes Quartal', '2026-07…2026-09'],
  ['dieses Jahr', '2026-01…2026-12'],
  ['Vorjahr', '2025-01…2025-12'],
  ['last 12 months', '2025-12…2026-11'],
  ['2025', '2025-01…2025-12'],
  ['vat oct 2026 please', '2026-10…2026-10 vat please'],
])('%s is %s', (query, months) => expect(monthsIn(query)).toBe(months));

test.each([
  '',
  'mai-2026-0012',
  'INV-2026-0012',
  '2026-0012',
  '31.10.2026',
  '1234.2026',
  'Octavia Ltd',
  'martin',
  'juniper',
  'decor',
  '13/2026',
  '12',
])('%s names no time', (query) => expect(periodInWords(query, today)).toBeNull());

test('a year alone may be the beginning of a number', () => {
  expect(periodInWords('2025', today)?.isBareYear).toBe(true);
  expect(periodInWords('vat 2025', today)?.isBareYear).toBe(false);
});
