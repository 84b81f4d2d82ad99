import { SMALL_BUSINESS, type OwnTax } from '#domain/tax/line-tax.ts';
import type { TaxCategory } from '#domain/tax/tax-category.ts';

/** While it is typed a rate may be missing. */
export type TypedTax = Omit<OwnTax, 'tax_rate'> & { readonly tax_rate: number | null };

export const UNSAID = '';
export const SMALL = 'E:small';
export const rated = (rate: number): string => `S:${rate}`;

/** A kind of tax as the value of a select. */
export function choiceOf({ tax_rate, tax_category, exemption_reason }: TypedTax): string {
  if (tax_category === 'E' && exemption_reason === SMALL_BUSINESS) return SMALL;
  if (tax_category === 'S') return rated(tax_rate ?? 0);
  return tax_category ?? UNSAID;
}

/** What was chosen; a reason that was typed stays. */
export function chosenTax(value: string, before: TypedTax): OwnTax {
  if (value.startsWith('S:')) return { tax_rate: Number(value.slice(2)), tax_category: 'S', exemption_reason: null };
  const tax_category = (value.slice(0, 2) === 'E:' ? 'E' : value || null) as TaxCategory | null; // an option of this select
  const reason = value === SMALL ? SMALL_BUSINESS : value === 'E' ? before.exemption_reason : null;
  return { tax_rate: 0, tax_category, exemption_reason: reason };
}
