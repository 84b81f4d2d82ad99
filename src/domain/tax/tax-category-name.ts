import type { TaxCategory } from './tax-category.ts';

type Language = 'en' | 'de';
type Words = Readonly<Record<TaxCategory, string>>;

const GENERAL: Readonly<Record<Language, Words>> = {
  en: {
    S: 'Standard or reduced rate',
    Z: 'Zero rated',
    E: 'Exempt',
    AE: 'Reverse charge',
    K: 'Intra-EU supply of goods',
    G: 'Export',
    O: 'Outside the scope of VAT',
  },
  de: {
    S: 'Regel- oder ermäßigter Satz',
    Z: 'Nullsatz',
    E: 'Steuerfrei',
    AE: 'Reverse Charge',
    K: 'Innergemeinschaftliche Lieferung',
    G: 'Ausfuhr',
    O: 'Hier nicht steuerbar',
  },
};

/** Where German law has a paragraph that everybody calls it by. */
const GERMAN: Readonly<Record<Language, Partial<Words>>> = {
  en: { Z: 'Zero rated (§ 12 (3) UStG)', E: 'Exempt (§ 4 UStG)', AE: 'Reverse charge (§ 13b UStG)', O: 'Not taxable in Germany' },
  de: {
    Z: 'Nullsteuersatz (§ 12 Abs. 3 UStG)',
    E: 'Steuerfrei (§ 4 UStG)',
    AE: 'Reverse Charge (§ 13b UStG)',
    O: 'Im Inland nicht steuerbar',
  },
};

/** What a category is called in a language, in the words of the seller's country. */
export const taxCategoryName = (category: TaxCategory, language: Language, country: string): string =>
  (country === 'DE' ? GERMAN[language][category] : undefined) ?? GENERAL[language][category];
