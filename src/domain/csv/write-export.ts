import type { AmountLocale } from '#domain/money/typed-amount.ts';
import type { CsvField } from './csv-fields.ts';
import { csvText } from './csv-text.ts';

/** Records as a file for a spreadsheet in the person's language; an import reads it back. */
export function exportCsv(fields: readonly CsvField[], records: readonly object[], locale: AmountLocale): string {
  const rows = records.map((record) => fields.map(({ name, write }) => write((record as Record<string, unknown>)[name], locale)));
  return csvText([fields.map(({ heading }) => heading[locale]), ...rows], locale === 'de' ? ';' : ',');
}
