import { sumOf } from '#domain/money/money.ts';
import { partCategory } from '#domain/tax/line-tax.ts';
import type { Invoice } from './invoice.ts';

export type TaxPart = Invoice['tax_breakdown'][number];
type Corrected = Pick<Invoice, 'currency' | 'tax_breakdown' | 'tax_mode'> & Partial<Pick<Invoice, 'corrections'>>;

/** Parts of one rate and category are the same part. */
export const isSamePart = (a: TaxPart, b: TaxPart): boolean =>
  a.tax_rate === b.tax_rate && (a.tax_category ?? null) === (b.tax_category ?? null);

/**
 * The parts of an invoice's tax as its corrections leave them, each with the category that it has; with `before` only those ahead of that one. SQL
 * (`private.corrected_parts`) computes the same.
 */
export function correctedParts({ currency, tax_breakdown, tax_mode, corrections = [] }: Corrected, before?: string): TaxPart[] {
  const place = corrections.findIndex(({ id }) => id === before);
  const taken = corrections.slice(0, place < 0 ? corrections.length : place).flatMap((correction) => correction.tax_breakdown);
  return tax_breakdown.map((part) => {
    const own = { ...part, tax_category: partCategory(part, tax_mode) };
    const same = taken.filter((other) => isSamePart(own, other));
    const left = (field: 'net' | 'tax') => sumOf([part[field], ...same.map((other) => other[field])], currency);
    return { ...own, net: left('net'), tax: left('tax') };
  });
}
