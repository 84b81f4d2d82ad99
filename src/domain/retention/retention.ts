/**
 * What is kept by law for so many years. `documents`: what a booking is made from (invoices as issued, receipts, payments). `books`: what they are
 * booked in, and how (the ledger, the history, closed months, the description of the procedure).
 */
export const RETENTION_KINDS = ['documents', 'books'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** Where nothing shorter is known to be enough. */
const LONGEST = 10;

/**
 * DE: § 147 (3) AO as of 2025. AT: § 132 (1) BAO. CH: Art. 958f OR. GB: Companies Act 2006 and VAT Notice 700/21, the longer of both.
 * They are the shortest that the law allows: what a tax assessment that is still open needs is kept until it is closed.
 */
const YEARS: Readonly<Record<string, Readonly<Record<RetentionKind, number>>>> = {
  DE: { documents: 8, books: 10 },
  AT: { documents: 7, books: 7 },
  CH: { documents: 10, books: 10 },
  GB: { documents: 6, books: 6 },
};

/** For how many years a company of that country (ISO 3166, or empty) keeps it, from the end of the calendar year; SQL (`private.retention_years`) says the same. */
export const retentionYears = (country: string, kind: RetentionKind): number => YEARS[country]?.[kind] ?? LONGEST;

/**
 * The last day (`YYYY-MM-DD`) on which it is to be kept: the end of a year, counted from the year of the latest of these days (that of the
 * document, that of its booking). Null when there is no day yet. SQL (`private.kept_until`) says the same.
 */
export function keptUntil(country: string, kind: RetentionKind, days: readonly (string | null)[]): string | null {
  const year = Math.max(0, ...days.map((day) => Number(day?.slice(0, 4) ?? 0)));
  return year === 0 ? null : `${String(year + retentionYears(country, kind)).padStart(4, '0')}-12-31`;
}
