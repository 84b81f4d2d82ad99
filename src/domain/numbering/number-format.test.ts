import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatNumber, numberFormatProblem } from './number-format.ts';

test.each([
  ['EXP-{year}-{number}', null],
  ['{number}', null],
  ['{number}/{year}', null],
  ['', 'required'],
  ['EXP-{year}', 'numberMissing'],
  ['EXP-{number}-{number}', 'placeholderTwice'],
  ['EXP-{month}-{number}', 'unknownPlaceholder'],
  ['EXP-{number', 'unknownPlaceholder'],
  [`${'X'.repeat(40)}{number}`, 'tooLong'],
])('the format %j has the problem %j', (format, problem) => {
  expect(numberFormatProblem(format)).toBe(problem);
});

test('a number has at least four digits', () => {
  expect(formatNumber('EXP-{year}-{number}', { year: 2026, number: 7 })).toBe('EXP-2026-0007');
  expect(formatNumber('{number}', { year: 2026, number: 12_345 })).toBe('12345');
});

test('two documents of a company never share a number', () => {
  const slot = fc.record({ year: fc.integer({ min: 1900, max: 9999 }), number: fc.integer({ min: 1, max: 99_999 }) });
  fc.assert(
    fc.property(slot, slot, (a, b) => {
      const same = formatNumber('EXP-{year}-{number}', a) === formatNumber('EXP-{year}-{number}', b);
      return same === (a.year === b.year && a.number === b.number);
    }),
  );
});
