import type { ArchiveColumn, ColumnKind } from './archive-columns.ts';
import { csvPath } from './archive-tables.ts';
import { CSV_TABLES, GAPS_COLUMNS } from './csv-tables.ts';
import { DTD_PATH } from './gdpdu-dtd.ts';
import { GERMAN_COLUMNS, GERMAN_TABLES } from './german-names.ts';

export const INDEX_PATH = 'index.xml';
export const GAPS_PATH = 'number-gaps.csv';

/** Which table a column points to, by its name. */
const REFERENCES: Readonly<Record<string, string>> = {
  activity_id: 'activity_log',
  category_id: 'expense_categories',
  vendor_id: 'vendors',
  customer_id: 'customers',
  product_id: 'invoice_products',
  invoice_id: 'invoices',
  cancels_id: 'invoices',
  corrects_id: 'invoices',
  origin_item_id: 'invoice_items',
  cancelled_by_id: 'invoices',
  recurring_invoice_id: 'recurring_invoices',
  recurring_expense_id: 'recurring_expenses',
  expense_id: 'expenses',
  reverses_expense_id: 'expenses',
  payment_id: 'payments',
  reverses_payment_id: 'payments',
  file_id: 'files',
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;
const text = (name: string, content: string): string => element(name, escaped(content));

const KINDS: Readonly<Record<ColumnKind, string>> = {
  u: '<AlphaNumeric/>',
  t: '<AlphaNumeric/>',
  s: '<AlphaNumeric/>',
  j: '<AlphaNumeric/>',
  b: '<Numeric><Accuracy>0</Accuracy></Numeric>',
  i: '<Numeric><Accuracy>0</Accuracy></Numeric>',
  3: '<Numeric><Accuracy>3</Accuracy></Numeric>',
  4: '<Numeric><Accuracy>4</Accuracy></Numeric>',
  d: '<Date><Format>YYYY-MM-DD</Format></Date>',
};

const germanColumn = (name: string): string => GERMAN_COLUMNS[name] ?? name;
const germanTable = (name: string): string => GERMAN_TABLES[name] ?? name;

type Described = {
  readonly url: string;
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly ArchiveColumn[];
};

function table({ url, name, key, columns }: Described): string {
  const described = columns.map((column) =>
    element(
      key.includes(column.name) ? 'VariablePrimaryKey' : 'VariableColumn',
      text('Name', germanColumn(column.name)) + text('Description', column.name) + KINDS[column.kind],
    ),
  );
  const references = columns.flatMap((column) => {
    const to = REFERENCES[column.name];
    return to ? [element('ForeignKey', text('Name', germanColumn(column.name)) + text('References', germanTable(to)))] : [];
  });
  const format =
    '<ColumnDelimiter>;</ColumnDelimiter><RecordDelimiter>&#13;&#10;</RecordDelimiter><TextEncapsulator>&quot;</TextEncapsulator>';
  return element(
    'Table',
    text('URL', url) +
      text('Name', germanTable(name)) +
      text('Description', name) +
      '<UTF8/><DecimalSymbol>,</DecimalSymbol><DigitGroupingSymbol>.</DigitGroupingSymbol><Range><From>2</From></Range>' +
      element('VariableLength', format + described.join('') + references.join('')),
  );
}

/** The description of the CSV files by the standard of German tax offices; `has` says which tables are there. */
export function indexXml(
  company: { readonly name: string; readonly country: string },
  madeAt: string,
  has: (table: string) => boolean,
): string {
  const tables: Described[] = CSV_TABLES.filter(({ from }) => has(from)).map(({ name, key, columns }) => ({
    url: csvPath(name),
    name,
    key,
    columns,
  }));
  if (has('number_counters'))
    tables.push({ url: GAPS_PATH, name: 'number-gaps', key: ['series', 'year', 'number'], columns: GAPS_COLUMNS });
  const supplier = text('Name', company.name) + text('Location', company.country) + text('Comment', `Kontor, ${madeAt}`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<!DOCTYPE DataSet SYSTEM "${DTD_PATH}">`,
    `<DataSet><Version>1.0</Version>${element('DataSupplier', supplier)}`,
    element('Media', text('Name', 'Kontor') + tables.map((each) => `\n${table(each)}`).join('')),
    '</DataSet>',
    '',
  ].join('\n');
}
