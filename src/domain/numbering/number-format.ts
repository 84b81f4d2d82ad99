/** A format of document numbers such as `EXP-{year}-{number}`. The server assigns numbers; this validates and previews. */

const LENGTH_MAX = 40;
const DIGITS_MIN = 4;

/** Why a format can't be used, as a key of `locales/<lng>/errors.json`; null if it can. */
export function numberFormatProblem(
  format: string,
): 'required' | 'tooLong' | 'numberMissing' | 'unknownPlaceholder' | 'placeholderTwice' | null {
  if (format.trim() === '') return 'required';
  if (format.length > LENGTH_MAX) return 'tooLong';
  const placeholders: readonly string[] = format.match(/\{[^{}]*\}/g) ?? [];
  if (/[{}]/.test(format.replace(/\{(year|number)\}/g, ''))) return 'unknownPlaceholder';
  if (!placeholders.includes('{number}')) return 'numberMissing';
  return new Set(placeholders).size < placeholders.length ? 'placeholderTwice' : null;
}

/** The number a document gets: `{number}` has at least four digits, `{year}` is the year of the document's date. Without `{year}` counting never restarts. */
export function formatNumber(format: string, { year, number }: { year: number; number: number }): string {
  return format.replace('{year}', String(year)).replace('{number}', String(number).padStart(DIGITS_MIN, '0'));
}
