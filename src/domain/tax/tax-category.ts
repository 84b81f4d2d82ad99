import { isEuMember } from './tax-territory.ts';

/**
 * How VAT treats a line, by the codes of EN 16931 (UNTDID 5305): S taxed at a rate above zero, Z zero rated, E exempt, AE reverse charge,
 * K intra-EU supply, G export, O not taxable here. Every category but S bears the rate 0. A small business (§ 19 UStG) has E with a reason of its own.
 */
export const TAX_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** Categories a seller of this country can use; what only the EU's directive knows is shown to its members alone. */
export const taxCategoriesIn = (country: string): readonly TaxCategory[] =>
  isEuMember(country) ? TAX_CATEGORIES : TAX_CATEGORIES.filter((category) => category !== 'K');
