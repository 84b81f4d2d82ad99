import type { OwnTax } from '#domain/tax/line-tax.ts';
import { type AmountLocale, parseAmount } from '#domain/money/typed-amount.ts';
import { foldText } from '#domain/shared/fold-text.ts';
import { blankLine, type InvoiceLine } from './invoice-form.ts';

export type PastedProblem = 'no_description' | 'no_price' | 'not_a_number' | 'too_many_columns';
/** A row that could not become a line; `row` counts from 1 as the spreadsheet does, its heading included. */
export type BadRow = { readonly row: number; readonly text: string; readonly problem: PastedProblem };
export type PastedLines = { readonly lines: InvoiceLine[]; readonly bad: BadRow[] };

type Column = 'description' | 'unit' | 'quantity' | 'unit_price' | 'discount_percent' | 'tax_rate' | 'ignored';
type Row = Partial<Record<Column, string>>;
type Options = { readonly locale: AmountLocale; readonly tax: OwnTax; readonly newId: () => string };

/** Headings that people and exports use, folded; a total is computed here and so ignored. */
const HEADINGS: Readonly<Record<Exclude<Column, 'ignored'>, readonly string[]>> = {
  description: [
    'description',
    'item',
    'product',
    'service',
    'name',
    'bezeichnung',
    'beschreibung',
    'artikel',
    'leistung',
    'position',
    'produkt',
  ],
  quantity: ['quantity', 'qty', 'menge', 'anzahl', 'stunden', 'hours'],
  unit: ['unit', 'einheit'],
  unit_price: ['unit price', 'price', 'rate', 'einzelpreis', 'preis', 'ep', 'stundensatz'],
  discount_percent: ['discount', 'discount %', 'rabatt', 'rabatt %'],
  tax_rate: ['tax', 'tax rate', 'tax %', 'vat', 'vat %', 'ust', 'ust %', 'mwst', 'mwst %', 'steuersatz', 'steuer'],
};

/** Whether a paste is rows of a spreadsheet rather than text for one field. */
export const isSpreadsheetPaste = (text: string): boolean => text.includes('\t');

/**
 * Rows copied from a spreadsheet as lines. With a heading the columns may stand in any order; without one they are read as description,
 * quantity, unit, unit price, discount %, tax %, where unit, quantity and the percentages may be missing. No row is dropped unsaid:
 * what can't become a line comes back in `bad`.
 */
export function pastedLines(text: string, options: Options): PastedLines {
  const rows = cellsOf(text);
  const heading = columnsOfHeading(rows[0] ?? []);
  const lines: InvoiceLine[] = [];
  const bad: BadRow[] = [];
  for (const [index, cells] of rows.entries()) {
    if ((heading && index === 0) || cells.every((cell) => cell === '')) continue;
    const row = heading ? byHeading(cells, heading) : byKind(cells, options.locale);
    const read = typeof row === 'string' ? row : lineOf(row, options);
    if (typeof read === 'string') bad.push({ row: index + 1, text: cells.filter(Boolean).join(' · '), problem: read });
    else lines.push(read);
  }
  return { lines, bad };
}

/** Cells of tab-separated text; a cell in quotes may contain line breaks, tabs and doubled quotes. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) break;
    const [, quoted, plain = '', end] = match;
    rows.at(-1)?.push((quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim());
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  return rows;
}

function columnsOfHeading(cells: readonly string[]): readonly Column[] | null {
  const columns = cells.map((cell): Column => {
    const folded = foldText(cell)
      .replace(/[.:()]|\b(eur|net|netto)\b|€/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const found = Object.entries(HEADINGS).find(([, names]) => names.includes(folded));
    return (found?.[0] as Column | undefined) ?? 'ignored';
  });
  return columns.includes('description') && columns.filter((column) => column !== 'ignored').length >= 2 ? columns : null;
}

const byHeading = (cells: readonly string[], columns: readonly Column[]): Row =>
  Object.fromEntries(cells.map((cell, i) => [columns[i] ?? 'ignored', cell]));

/** Texts are the description, then the unit; numbers are quantity and price (one alone is the price), then the percentages. */
function byKind(cells: readonly string[], locale: AmountLocale): Row | PastedProblem {
  const given = cells.filter((cell) => cell !== '');
  const percents = given.filter((cell) => cell.endsWith('%'));
  const rest = given.filter((cell) => !cell.endsWith('%'));
  const [description = '', ...others] = rest;
  if (parseAmount(description, locale) !== null) return 'no_description';
  const numbers = others.filter((cell) => parseAmount(cell, locale) !== null);
  const texts = others.filter((cell) => parseAmount(cell, locale) === null);
  if (texts.length > 1) return 'not_a_number';
  if (numbers.length + percents.length > 4 || percents.length > 2) return 'too_many_columns';
  const [quantity, unit_price, ...more] = numbers.length === 1 ? ['1', numbers[0]] : numbers;
  const shares = [...more, ...percents];
  if (shares.length > 2) return 'too_many_columns';
  const [discount_percent, tax_rate] = shares.length === 2 ? shares : ['', shares[0]];
  return definedOf({ description, quantity, unit: texts[0], unit_price, discount_percent, tax_rate });
}

const definedOf = (row: Record<string, string | undefined>): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row;

function lineOf(row: Row, { locale, tax, newId }: Options): InvoiceLine | PastedProblem {
  const description = row.description ?? '';
  if (description === '') return 'no_description';
  if (!row.unit_price) return 'no_price';
  const figure = (text: string | undefined, preset: number, max: number, isPercent = false) => {
    if (!text) return preset;
    const value = parseAmount(isPercent ? text.replace('%', '') : text, locale);
    return value === null || Math.abs(value) > max || (isPercent && value < 0) || decimalsOf(value) > (isPercent ? 3 : 4) ? null : value;
  };
  const quantity = figure(row.quantity, 1, 9_999_999);
  const unit_price = figure(row.unit_price, 0, 9_999_999_999);
  const discount_percent = figure(row.discount_percent, 0, 100, true);
  const tax_rate = figure(row.tax_rate, tax.tax_rate, 100, true);
  if (quantity === null || unit_price === null || discount_percent === null || tax_rate === null) return 'not_a_number';
  const texts = { description: description.slice(0, 2000), unit: (row.unit ?? '').slice(0, 40) };
  // A rate that was pasted says that the line is taxed.
  const said = tax_rate > 0 ? { tax_category: 'S' as const, exemption_reason: null } : {};
  return { ...blankLine(newId(), tax), ...texts, ...said, quantity, unit_price, discount_percent, tax_rate };
}

const decimalsOf = (value: number): number => /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
