import { csvText } from '#domain/csv/csv-text.ts';
import { type ArchiveColumn, type ColumnKind, columnsOf } from './archive-columns.ts';
import { ARCHIVE_TABLES, type ArchiveTableName } from './archive-tables.ts';
import { canonicalText, type Row } from './canonical.ts';

/** A file for people and auditors: its columns, those of the key first, and of which table's rows it is made. */
export type CsvTable = {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly ArchiveColumn[];
  readonly from: ArchiveTableName;
  /** What it says of one row of that table. */
  rowsOf(row: Row): readonly Row[];
};

const named = (text: string): ArchiveColumn[] =>
  text.split(' ').map((each) => {
    const [name = '', kind = 't'] = each.split(':');
    return { name, kind: kind as ColumnKind };
  });

/** The entries of a list in a column as rows of their own, numbered from 1. */
function listed(name: string, from: ArchiveTableName, { id, list, columns }: { id: string; list: string; columns: string }): CsvTable {
  return {
    name,
    from,
    key: [id, 'line'],
    columns: named(`${id}:u line:i ${columns}`),
    rowsOf: (row) => {
      const entries = row[list];
      return Array.isArray(entries) ? entries.map((entry, index) => ({ ...(entry as Row), [id]: row['id'], line: index + 1 })) : [];
    },
  };
}

/** What a document is worth in the currency of the books, for those in another one. */
function converted(name: string, from: ArchiveTableName, id: string): CsvTable {
  return {
    name,
    from,
    key: [id],
    columns: named(`${id}:u books_currency:t books_amount:4 settled_amount:4 exchange_rate:t rate_day:d rate_source:t rate_version:t`),
    rowsOf: ({ id: its, exchange }) => {
      if (!exchange) return [];
      const { currency, amount, document_amount, rate, day, source, version } = exchange as Row;
      return [
        {
          [id]: its,
          books_currency: currency,
          books_amount: amount,
          settled_amount: document_amount,
          exchange_rate: rate,
          rate_day: day,
          rate_source: source,
          rate_version: version,
        },
      ];
    },
  };
}

const BREAKDOWN = 'tax_category:t tax_rate:3 net:4 tax:4';

/** Every CSV file but that of the number gaps. */
export const CSV_TABLES: readonly CsvTable[] = [
  ...ARCHIVE_TABLES.map(({ name, key }): CsvTable => {
    const columns = columnsOf(name);
    const keys: readonly string[] = key;
    return {
      name,
      key,
      from: name,
      columns: [...columns.filter((column) => keys.includes(column.name)), ...columns.filter((column) => !keys.includes(column.name))],
      rowsOf: (row) => [row],
    };
  }),
  listed('invoice_taxes', 'invoices', { id: 'invoice_id', list: 'tax_breakdown', columns: BREAKDOWN }),
  listed('payment_taxes', 'payments', { id: 'payment_id', list: 'tax_shares', columns: BREAKDOWN }),
  listed('expense_taxes', 'expenses', {
    id: 'expense_id',
    list: 'tax_lines',
    columns: 'category:t rate:3 country:t net:4 tax:4 deductible_percent:3',
  }),
  converted('invoice_exchange', 'invoices', 'invoice_id'),
  converted('payment_exchange', 'payments', 'payment_id'),
  converted('expense_exchange', 'expenses', 'expense_id'),
];

/** Numbers that no invoice took; what names one stands first, as the description standard wants it. */
export const GAPS_COLUMNS = named('series:t year:i number:i reason:t noted_by:u noted_at:s');

/** A value as a cell: decimal comma, no grouping, 1 and 0 for yes and no, nothing for null. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number') return String(value).replace('.', ',');
  return typeof value === 'string' ? value : canonicalText(value);
}

const BOM = '\ufeff';

/** The first line of a file. */
export const csvHead = (columns: readonly ArchiveColumn[]): string => csvText([columns.map(({ name }) => name)], ';');
/** Further lines. */
export const csvLines = (columns: readonly ArchiveColumn[], rows: readonly Row[]): string =>
  rows.length === 0
    ? ''
    : csvText(
        rows.map((row) => columns.map(({ name }) => cell(row[name]))),
        ';',
      ).slice(BOM.length);
