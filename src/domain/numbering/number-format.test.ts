import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatInvoiceNumber,
  formatDocumentNumber,
  invoiceNumberFormatProblem,
  numberFormatProblem,
  numberShape,
  seriesProblem,
} from './number-format.ts';

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

const formats = { invoices: 'INV-{year}-{number}', cancellations: '', corrections: '', delivery_notes: 'LS-{number}' };
test.each([
  ['', null],
  ['  ', null],
  ['ST-{year}-{number}', null],
  ['INV-{year}-{number}', 'seriesTwice'],
  ['{prefix}-{year}-{number}', 'seriesTwice'],
  ['INV-{number}-{year}', 'seriesTwice'],
  ['INV-2026-{number}', 'seriesTwice'],
  ['INV-{month}-{number}', 'seriesTwice'],
  ['INV-1-{number}', null],
  ['INV{year}-{number}', null],
  ['ST-{year}', 'numberMissing'],
  ['LS-{year}', 'numberMissing'],
  ['LS-{year}{number}', 'seriesTwice'],
])('cancellations beside invoices INV-{year}-{number} with the pattern %j: %j', (cancellations, problem) => {
  expect(seriesProblem('cancellations', { ...formats, cancellations }, 'INV')).toBe(problem);
});

test('two series of their own can’t have the same pattern either, and an empty one is no pattern', () => {
  const both = { ...formats, cancellations: 'K-{number}', corrections: 'K-{year}' };
  expect(seriesProblem('cancellations', { ...both, corrections: 'K-{year}{number}' }, '')).toBe('seriesTwice');
  expect(seriesProblem('cancellations', both, '')).toBe('seriesTwice');
  expect(seriesProblem('cancellations', { ...both, corrections: ' ' }, '')).toBe(null);
});

test('patterns that are told apart never give the same number', () => {
  const piece = fc.constantFrom('{year}', '{month}', '{prefix}', '-', 'A', '1', '12', '2026', '0');
  const pattern = fc
    .tuple(fc.array(piece, { maxLength: 3 }), fc.array(piece, { maxLength: 2 }))
    .map(([a, b]) => [...a, '{number}', ...b].join(''));
  const counted = fc.record({
    date: fc.constantFrom('2026-01-31', '2026-12-01', '1212-12-12'),
    number: fc.constantFrom(1, 12, 2026, 12_012, 20_260_001),
  });
  fc.assert(
    fc.property(pattern, pattern, counted, counted, (one, other, a, b) => {
      fc.pre(numberShape(one, '1') !== numberShape(other, '1'));
      expect(formatInvoiceNumber(one, { prefix: '1', ...a })).not.toBe(formatInvoiceNumber(other, { prefix: '1', ...b }));
    }),
    { numRuns: 3000 },
  );
});
