/** A format of document numbers such as `EXP-{year}-{number}`. The server assigns numbers; this validates and previews. */

const LENGTH_MAX = 40;
const DIGITS_MIN = 4;
const EXPENSE_PLACEHOLDERS = ['year', 'number'] as const;
const INVOICE_PLACEHOLDERS = ['prefix', 'year', 'month', 'number'] as const;

export type NumberFormatProblem = 'required' | 'tooLong' | 'numberMissing' | 'unknownPlaceholder' | 'placeholderTwice' | null;

function formatProblem(format: string, known: readonly string[]): NumberFormatProblem {
  if (format.trim() === '') return 'required';
  if (format.length > LENGTH_MAX) return 'tooLong';
  const placeholders: readonly string[] = format.match(/\{[^{}]*\}/g) ?? [];
  const isUnknown = placeholders.some((placeholder) => !known.includes(placeholder.slice(1, -1)));
  if (isUnknown || /[{}]/.test(format.replace(/\{[^{}]*\}/g, ''))) return 'unknownPlaceholder';
  if (!placeholders.includes('{number}')) return 'numberMissing';
  return new Set(placeholders).size < placeholders.length ? 'placeholderTwice' : null;
}

/** Why a format of expense numbers can't be used, as a key of `locales/<lng>/errors.json`; null if it can. */
export const numberFormatProblem = (format: string): NumberFormatProblem => formatProblem(format, EXPENSE_PLACEHOLDERS);

/** The same for invoices, which also know `{prefix}` and `{month}`. */
export const invoiceNumberFormatProblem = (format: string): NumberFormatProblem => formatProblem(format, INVOICE_PLACEHOLDERS);

/** The number a document gets: `{number}` has at least four digits, `{year}` is the year of the document's date. Without `{year}` counting never restarts. */
export function formatDocumentNumber(format: string, { year, number }: { year: number; number: number }): string {
  return format.replace('{year}', String(year)).replace('{number}', String(number).padStart(DIGITS_MIN, '0'));
}

/** `{prefix}-{year}-{month}-{number}` → `INV-2026-01-0001`. Counting restarts with the year if the format has one. */
export function formatInvoiceNumber(format: string, { prefix, date, number }: { prefix: string; date: string; number: number }): string {
  const [year, month] = [Number(date.slice(0, 4)), date.slice(5, 7)];
  return formatDocumentNumber(format, { year, number })
    .replace('{month}', month)
    .replace('{prefix}', () => prefix);
}

/** Kinds of documents that may count by themselves. Where a company says no pattern for one, it goes on in the series of the invoices. */
export const OWN_SERIES = ['cancellations', 'corrections'] as const;
export type OwnSeries = (typeof OWN_SERIES)[number];
export type NumberSeries = 'invoices' | 'delivery_notes' | OwnSeries;

/** What all numbers of a pattern look like: two patterns of another shape never give the same number (`private.number_shape`). */
export const numberShape = (format: string, prefix: string): string =>
  format
    .replaceAll('{year}', '00')
    .replaceAll('{month}', '00')
    .replaceAll('{number}', '00')
    .replaceAll('{prefix}', () => prefix)
    .replaceAll(/[0-9]{2,}/g, '#');

/** Why a kind of document can't have this pattern of its own, given those of the others; null if it can, or has none. */
export function seriesProblem(
  series: OwnSeries,
  formats: Readonly<Record<NumberSeries, string>>,
  prefix: string,
): NumberFormatProblem | 'seriesTwice' {
  const own = formats[series].trim();
  if (own === '') return null;
  const others = (['invoices', 'delivery_notes', ...OWN_SERIES] as const).filter(
    (other) => other !== series && formats[other].trim() !== '',
  );
  const isTaken = others.some((other) => numberShape(formats[other].trim(), prefix) === numberShape(own, prefix));
  return invoiceNumberFormatProblem(own) ?? (isTaken ? 'seriesTwice' : null);
}
