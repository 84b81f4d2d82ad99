import type { AmountLocale } from '#domain/money/typed-amount.ts';
import { CSV_FIELDS, type CsvField, type CsvKind } from './csv-fields.ts';
import { csvText } from './csv-text.ts';

/** Records as a file for a spreadsheet in the person's language; an import reads it back. */
export function exportCsv(kind: CsvKind, records: readonly object[], locale: AmountLocale): string {
  const fields: readonly CsvField[] = CSV_FIELDS[kind];
  const rows = records.map((record) => fields.map(({ name, write }) => write((record as Record<string, unknown>)[name], locale)));
  return csvText([fields.map(({ heading }) => heading[locale]), ...rows], locale === 'de' ? ';' : ',');
}
