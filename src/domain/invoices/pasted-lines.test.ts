import { expect, test } from 'vitest';
import { isSpreadsheetPaste, pastedLines } from './pasted-lines.ts';

let count = 0;
const paste = (text: string, locale: 'en' | 'de' = 'de') => {
  const { lines, bad } = pastedLines(text, {
    locale,
    tax: { tax_rate: 19, tax_category: 'S', exemption_reason: null },
    newId: () => `id-${(count += 1)}`,
  });
  const figures = lines.map((line) => [line.description, line.quantity, line.unit, line.unit_price, line.discount_percent, line.tax_rate]);
  return { figures, bad };
};

test('columns without a heading are read in the order of the form', () => {
  expect(paste('Beratung\t7,5\th\t95,00\t10\t7\nFahrt\t1\tpauschal\t120').figures).toEqual([
    ['Beratung', 7.5, 'h', 95, 10, 7],
    ['Fahrt', 1, 'pauschal', 120, 0, 19],
  ]);
});

test('a single number is the price, a single percentage the tax rate', () => {
  expect(paste('Hosting\t12.50\t7 %', 'en').figures).toEqual([['Hosting', 1, '', 12.5, 0, 7]]);
  expect(paste('Hosting\t2\t12.50\t10%\t7%', 'en').figures).toEqual([['Hosting', 2, '', 12.5, 10, 7]]);
});

test('with a heading the columns may stand in any order, and a total is ignored', () => {
  const text = 'Preis (netto)\tMenge\tGesamt\tBezeichnung\tMwSt.\r\n1.200,00 €\t2\t2.400,00 €\tKonzept\t19 %\r\n';
  expect(paste(text).figures).toEqual([['Konzept', 2, '', 1200, 0, 19]]);
});

test('a cell in quotes keeps its line breaks', () => {
  expect(paste('"Konzept\nmit ""allem"""\t1\t10').figures).toEqual([['Konzept\nmit "allem"', 1, '', 10, 0, 19]]);
});

test('rows that can not become a line are named with their place, and no other is lost', () => {
  const text = 'Bezeichnung\tMenge\tPreis\nKonzept\t1\t10\nFahrt\tzwei\t5\n\t1\t3\nNichts\t1\t\nEnde\t1\t2';
  const { figures, bad } = paste(text);
  expect(figures.map(([description]) => description)).toEqual(['Konzept', 'Ende']);
  expect(bad).toEqual([
    { row: 3, text: 'Fahrt · zwei · 5', problem: 'not_a_number' },
    { row: 4, text: '1 · 3', problem: 'no_description' },
    { row: 5, text: 'Nichts · 1', problem: 'no_price' },
  ]);
});

test('without a heading every row is a line or named', () => {
  const { figures, bad } = paste('A\t1\t2\t3\t4\t5\nB\tx\ty\t2\n12\t3\nC\t1\t2\tabc\tdef');
  expect(figures).toEqual([]);
  expect(bad.map(({ problem }) => problem)).toEqual(['too_many_columns', 'not_a_number', 'no_description', 'not_a_number']);
});

test('only text with tabs counts as rows', () => {
  expect(isSpreadsheetPaste('two lines\nof a description')).toBe(false);
  expect(isSpreadsheetPaste('a\t1')).toBe(true);
});
