import type * as z from 'zod/mini';
import { safeParse } from 'zod/mini';
import type { AmountLocale } from '#domain/money/typed-amount.ts';
import { foldText } from '#domain/shared/fold-text.ts';
import type { CsvField } from './csv-fields.ts';
import type { CsvRow } from './csv-text.ts';

/** The file format of a kind of record: its columns, and what a row must be. */
export type CsvFormat = { readonly fields: readonly CsvField[]; readonly schema: z.ZodMiniObject };
/** What a command makes a record of. */
export type ImportInput = { readonly name: string } & Readonly<Record<string, unknown>>;

/** For each column the name of its field, or null for a column that is not read. */
export type ColumnChoice = readonly (string | null)[];
export type ImportProblem = {
  readonly field: string;
  /** Key of `errors.json` → `field`. */ readonly message: string;
  readonly cell: string;
};
export type Duplicate = { readonly by: 'name' | 'vat_id' | 'email'; readonly of: 'file' | 'existing' };
export type ImportRow = {
  readonly line: number;
  readonly cells: readonly string[];
  /** What would be written; null when there are problems. */
  readonly input: ImportInput | null;
  readonly problems: readonly ImportProblem[];
  readonly duplicate: Duplicate | null;
};

const heading = (text: string): string => foldText(text.trim()).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Which column is what, by the headings of both languages; a field is taken by the first column that names it. */
export function recogniseColumns(fields: readonly CsvField[], header: readonly string[]): ColumnChoice {
  const taken = new Set<string>();
  return header.map((cell) => {
    const wanted = heading(cell);
    const found = fields.find(
      ({ name, heading: { en, de }, aliases = [] }) =>
        !taken.has(name) && [name, en, de, ...aliases].some((each) => heading(each) === wanted),
    );
    if (found) taken.add(found.name);
    return found?.name ?? null;
  });
}

type Reading = {
  readonly columns: ColumnChoice;
  readonly locale: AmountLocale;
  /** What a field has that the file doesn't give. */
  readonly blank: Readonly<Record<string, unknown>>;
  readonly existing: readonly Partial<Identity>[];
  /** Fields of which no two records may have the same. */
  readonly unique?: readonly string[];
  /** A further look at the VAT id; a message key, or null if it is fine. */
  readonly vatProblem?: (vatId: string) => string | null;
};
type Identity = { readonly name: string; readonly vat_id: string; readonly email: string };

/** Every row of a file with what would be written, or with what is wrong in which field; rows that seem to be there already are marked. */
export function readImport(format: CsvFormat, rows: readonly CsvRow[], reading: Reading): ImportRow[] {
  const known = new Map<string, Duplicate['of']>();
  for (const record of reading.existing) for (const { key } of identities(record)) known.set(key, 'existing');
  const { unique = [] } = reading;
  const taken = new Set(reading.existing.flatMap((record) => unique.flatMap((field) => uniqueKey(record, field))));
  return rows.map((row) => {
    const { values, problems } = readCells(format, row, reading);
    for (const field of unique)
      for (const key of uniqueKey(values, field)) {
        if (taken.has(key)) problems.push({ field, message: 'taken', cell: String(values[field]) });
        taken.add(key);
      }
    const input = problems.length === 0 ? (values as ImportInput) : null;
    const found = input ? identities(input).find(({ key }) => known.has(key)) : undefined;
    const duplicate = found ? { by: found.by, of: known.get(found.key) ?? 'file' } : null;
    if (input) for (const { key } of identities(input)) if (!known.has(key)) known.set(key, 'file');
    return { ...row, input, problems, duplicate };
  });
}

function readCells({ fields, schema }: CsvFormat, { cells }: CsvRow, { columns, locale, blank, vatProblem }: Reading) {
  const values: Record<string, unknown> = { ...blank };
  const problems: ImportProblem[] = [];
  const cellOf = (name: string) => (cells[columns.indexOf(name)] ?? '').trim();
  for (const field of fields) {
    const cell = columns.includes(field.name) ? cellOf(field.name) : '';
    if (cell === '') continue;
    const value = field.read(cell, locale);
    if (value === undefined) problems.push({ field: field.name, message: field.problem ?? 'invalid', cell });
    else values[field.name] = value;
  }
  const unread = new Set(problems.map(({ field }) => field));
  const result = safeParse(schema, values);
  for (const { path, message } of result.success ? [] : result.error.issues) {
    const field = String(path[0] ?? '');
    if (!unread.has(field)) problems.push({ field, message, cell: cellOf(field) });
    unread.add(field);
  }
  const vatId = typeof values['vat_id'] === 'string' ? values['vat_id'] : '';
  const wrongVat = vatId === '' ? null : (vatProblem?.(vatId) ?? null);
  if (wrongVat) problems.push({ field: 'vat_id', message: wrongVat, cell: vatId });
  return { values: (result.success ? result.data : values) as Record<string, unknown>, problems };
}

/** A value as it is compared, with its field; none where nothing is given. */
function uniqueKey(record: object, field: string): string[] {
  const value: unknown = new Map(Object.entries(record)).get(field);
  return typeof value === 'string' && value.trim() !== '' ? [`${field}:${value.trim().toUpperCase()}`] : [];
}

/** What two records must not share without being asked about. */
function identities({ name = '', vat_id: vatId = '', email = '' }: Partial<Identity>): { by: Duplicate['by']; key: string }[] {
  const keys = [
    { by: 'vat_id' as const, key: vatId.toUpperCase().replaceAll(/[^A-Z0-9]/g, '') },
    { by: 'email' as const, key: email.trim().toLowerCase() },
    { by: 'name' as const, key: foldText(name).replaceAll(/\s+/g, ' ').trim() },
  ];
  return keys.filter(({ key }) => key !== '').map(({ by, key }) => ({ by, key: `${by}:${key}` }));
}
