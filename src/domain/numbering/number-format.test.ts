import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatInvoiceNumber, formatDocumentNumber, invoiceNumberFormatProblem, numberFormatProblem } from './number-format.ts';

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

test.each([
  ['{prefix}-{year}-{month}-{number}', null],
  ['{number}', null],
  ['{prefix}-{prefix}-{number}', 'placeholderTwice'],
  ['{prefix}-{year}', 'numberMissing'],
  ['{prefix}-{day}-{number}', 'unknownPlaceholder'],
])('the invoice format %j has the problem %j', (format, problem) => {
  expect(invoiceNumberFormatProblem(format)).toBe(problem);
});

test('an invoice number knows prefix and month; a prefix is text, whatever is in it', () => {
  const parts = { prefix: 'RE', date: '2026-03-09', number: 7 };
  expect(formatInvoiceNumber('{prefix}/{year}/{month}/{number}', parts)).toBe('RE/2026/03/0007');
  expect(formatInvoiceNumber('{prefix}-{number}', { ...parts, prefix: '$&{year}' })).toBe('$&{year}-0007');
});

test('a number has at least four digits', () => {
  expect(formatDocumentNumber('EXP-{year}-{number}', { year: 2026, number: 7 })).toBe('EXP-2026-0007');
  expect(formatDocumentNumber('{number}', { year: 2026, number: 12_345 })).toBe('12345');
});

test('two documents of a company never share a number', () => {
  const slot = fc.record({ year: fc.integer({ min: 1900, max: 9999 }), number: fc.integer({ min: 1, max: 99_999 }) });
  fc.assert(
    fc.property(slot, slot, (a, b) => {
      const same = formatDocumentNumber('EXP-{year}-{number}', a) === formatDocumentNumber('EXP-{year}-{number}', b);
      return same === (a.year === b.year && a.number === b.number);
    }),
  );
});
