import { type CsvRow, delimiterOf, parseCsv } from '#domain/csv/csv-text.ts';
import type { AmountLocale } from '#domain/money/typed-amount.ts';

export type ImportSource = {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
  /** How the file writes figures: a semicolon comes from a German spreadsheet. */
  readonly locale: AmountLocale;
};

const MAX_BYTES = 5_000_000;

export function sourceOf(name: string, text: string, pageLanguage: string): ImportSource {
  const delimiter = delimiterOf(text);
  const [header, ...rows] = parseCsv(text, delimiter);
  const locale = delimiter === ';' ? 'de' : delimiter === ',' ? 'en' : pageLanguage === 'de' ? 'de' : 'en';
  return { name, header: header?.cells ?? [], rows, locale };
}

/** A file with its rows, or why it can't be read. */
export type SourceFile =
  | { readonly name: string; readonly source: ImportSource }
  | { readonly name: string; readonly source: null; readonly reason: 'tooLarge' | 'unread' };

export async function readFile(file: File, pageLanguage: string): Promise<SourceFile> {
  const { name } = file;
  if (file.size > MAX_BYTES) return { name, source: null, reason: 'tooLarge' };
  try {
    return { name, source: sourceOf(name, decodeFile(await file.arrayBuffer()), pageLanguage) };
  } catch {
    return { name, source: null, reason: 'unread' }; // moved or deleted since
  }
}

/** UTF-8, or what older spreadsheets write. */
export function decodeFile(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
