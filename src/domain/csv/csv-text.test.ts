import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvText, delimiterOf, parseCsv } from './csv-text.ts';

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells);

test('quotes, delimiters and line breaks inside cells survive, empty lines do not count', () => {
  expect(cellsOf('\ufeffname;notes\r\n"Müller; Söhne";"says ""hi""\nand more"\r\n\r\n;\nLast;')).toEqual([
    ['name', 'notes'],
    ['Müller; Söhne', 'says "hi"\nand more'],
    ['Last', ''],
  ]);
});

test('a row knows its line in the file', () => {
  expect(parseCsv('a,b\n"1\n2",x\n\n3,y').map(({ line }) => line)).toEqual([1, 2, 5]);
});

test.each([
  ['name;city', ';'],
  ['name,city;x,y', ','],
  ['name\tcity', '\t'],
  ['"a,b,c";city', ';'],
  ['name', ';'],
])('the delimiter of %j is %j', (text, delimiter) => expect(delimiterOf(text)).toBe(delimiter));

test.each(['=1+1', '+49 40 1', '-x', '@SUM(A1)', '\tx', '\rx', "'=1", "''-x"])(
  '%j cannot run as a formula and is read back as it was',
  (cell) => {
    const text = csvText([['head'], [cell]], ';');
    expect(parseCsv(text.replaceAll('"', ''), ';').length).toBeGreaterThan(0);
    expect(text).toMatch(/\r\n"?'/);
    expect(parseCsv(text, ';')[1]?.cells).toEqual([cell]);
  },
);

test('negative numbers stay numbers', () => {
  expect(csvText([['-12.50', '-3']], ',')).toBe('\ufeff-12.50,-3\r\n');
});

test('whatever is written is read back', () => {
  const cell = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\ufeff'));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1 }),
      fc.constantFrom(',' as const, ';' as const, '\t' as const),
      (rows, delimiter) => {
        expect(parseCsv(csvText(rows, delimiter), delimiter).map(({ cells }) => cells)).toEqual(rows);
      },
    ),
  );
});
