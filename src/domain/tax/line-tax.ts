import { TAX_CATEGORIES, type TaxCategory } from './tax-category.ts';
import type { TaxMode } from './tax-mode.ts';

/** How one line is taxed. `tax_category` is null where nothing was said (an older app, or a line that still has to say it). */
export type LineTax = {
  /** Percent; counts only where the category is S. */
  readonly tax_rate: number;
  readonly tax_category?: TaxCategory | null | undefined;
  /** For E: the paragraph or the words by which it is exempt, or {@link SMALL_BUSINESS}. */
  readonly exemption_reason?: string | null | undefined;
};

/** A line that says itself how it is taxed, as far as anybody said. */
export type OwnTax = { readonly tax_rate: number; readonly tax_category: TaxCategory | null; readonly exemption_reason: string | null };

/** The reason of a company that charges no VAT because it is small (in Germany § 19 UStG). */
export const SMALL_BUSINESS = 'small_business';

/**
 * The category of a line: its own, else what mode and rate of an older app say; null for 0 % without a reason. SQL decides the same
 * (`private.tax_category_of`).
 */
export function categoryOf({ tax_category, tax_rate }: LineTax, mode: TaxMode): TaxCategory | null {
  if (tax_category) return tax_category;
  if (mode === 'reverse_charge') return 'AE';
  if (mode === 'small_business') return 'E';
  return tax_rate > 0 ? 'S' : null;
}

/** The rate that a line bears (percent): only what is taxed (S) has one. */
export const rateOf = (line: LineTax, mode: TaxMode): number => (categoryOf(line, mode) === 'S' ? line.tax_rate : 0);

/** Why a line is exempt; '' where nothing is said. */
export function reasonOf({ tax_category, exemption_reason }: LineTax, mode: TaxMode): string {
  if (!tax_category && mode === 'small_business') return SMALL_BUSINESS;
  return exemption_reason?.trim() ?? '';
}

/** The line as it says itself what an older app left to the document's mode. */
export function withOwnTax<T extends LineTax>(line: T, mode: TaxMode): T & OwnTax {
  return {
    ...line,
    tax_rate: rateOf(line, mode),
    tax_category: categoryOf(line, mode),
    exemption_reason: reasonOf(line, mode) || null,
  };
}

/** The mode that older apps read, where every line says its category; else the one given. SQL decides the same (`private.tax_mode_of`). */
export function taxModeOf(lines: readonly LineTax[], mode: TaxMode): TaxMode {
  if (lines.length === 0 || lines.some(({ tax_category }) => !tax_category)) return mode;
  if (lines.every(({ tax_category }) => tax_category === 'AE')) return 'reverse_charge';
  if (lines.every(({ tax_category, exemption_reason }) => tax_category === 'E' && exemption_reason === SMALL_BUSINESS))
    return 'small_business';
  return 'standard';
}

/** A part of an invoice's tax, as stored: what was issued before categories has none. */
type Part = { readonly tax_rate: number; readonly tax_category?: TaxCategory | null | undefined };

/** The category that a part of an invoice's tax has. */
export const partCategory = (part: Part, mode: TaxMode): TaxCategory | null => categoryOf(part, mode);

const NOT_SAID = TAX_CATEGORIES.length;
const ORDER: readonly string[] = [...TAX_CATEGORIES].sort();
/** Parts in the order of documents: the highest rate first, then by the letters of the category, what says none last. */
export const byRateAndCategory = (a: Part, b: Part): number => b.tax_rate - a.tax_rate || placeOf(a) - placeOf(b);
const placeOf = ({ tax_category }: Part): number => (tax_category ? ORDER.indexOf(tax_category) : NOT_SAID);
