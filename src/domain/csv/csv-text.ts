/** Comma-separated values as spreadsheets write and read them (RFC 4180, with the German semicolon). */

export type Delimiter = ',' | ';' | '\t';
const DELIMITERS = [';', ',', '\t'] as const satisfies readonly Delimiter[];
const BOM = '\ufeff';

/** The delimiter that occurs most often outside quotes in the first line. */
export function delimiterOf(text: string): Delimiter {
  const bare = (text.replace(BOM, '').split(/\r\n|\r|\n/, 1)[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}

export type CsvRow = { /** Where the row starts in the file, from 1. */ readonly line: number; readonly cells: readonly string[] };

/** The rows of a file that have anything in them. Quoted cells may hold delimiters, quotes and line breaks; a broken last quote ends with the file. */
export function parseCsv(text: string, delimiter: Delimiter = delimiterOf(text)): CsvRow[] {
  const source = text.replace(BOM, '');
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let start = 1;
  const endCell = () => {
    cells.push(unguarded(cell));
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (cells.some((each) => each.trim() !== '')) rows.push({ line: start, cells });
    cells = [];
    start = line + 1;
  };
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at] ?? '';
    const isBreak = char === '\n' || (char === '\r' && source[at + 1] !== '\n');
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (source[at + 1] === '"') cell += source[(at += 1)];
      else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === delimiter) endCell();
    else if (isBreak) endRow();
    else if (char !== '\r') cell += char;
    if (isBreak) line += 1;
  }
  endRow();
  return rows;
}

/** A file that a spreadsheet opens with the right characters; the first row is the header. */
export const csvText = (rows: readonly (readonly string[])[], delimiter: Delimiter): string =>
  BOM + rows.map((row) => row.map((cell) => quoted(guarded(cell), delimiter)).join(delimiter)).join('\r\n') + '\r\n';

/** With apostrophes before it, too: reading takes one away. */
const IS_FORMULA = /^'*[=+\-@\t\r]/;
const IS_NUMBER = /^-?\d+([.,]\d+)?$/;

/** A spreadsheet runs what looks like a formula, so such a cell starts with an apostrophe. Plain negative numbers are no formulas. */
const guarded = (cell: string): string => (IS_FORMULA.test(cell) && !IS_NUMBER.test(cell) ? `'${cell}` : cell);
const unguarded = (cell: string): string => (cell.startsWith("'") && IS_FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell);

const quoted = (cell: string, delimiter: Delimiter): string =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
