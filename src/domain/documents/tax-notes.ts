import { SMALL_BUSINESS } from '#domain/tax/line-tax.ts';
import type { TaxCategory } from '#domain/tax/tax-category.ts';
import type { DocumentLanguage } from './printable-document.ts';

export type Untaxed = Exclude<TaxCategory, 'S'>;
/** What is not taxed, and why; `country` is the seller's. */
type Subject = { readonly category: Untaxed; readonly reason: string; readonly country: string };

type Sentences = Readonly<Record<Exclude<Untaxed, 'E'>, string>>;
const GENERAL: Readonly<Record<DocumentLanguage, Sentences>> = {
  de: {
    AE: 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).',
    K: 'Steuerfreie innergemeinschaftliche Lieferung.',
    G: 'Steuerfreie Ausfuhrlieferung.',
    O: 'Nicht steuerbar: Der Ort der Leistung liegt im Ausland.',
    Z: 'Umsatzsteuersatz 0 % (Nullsatz).',
  },
  en: {
    AE: 'Reverse charge: VAT is to be accounted for by the recipient.',
    K: 'VAT-exempt intra-Community supply of goods.',
    G: 'VAT-exempt export of goods.',
    O: 'Outside the scope of VAT: the place of supply is abroad.',
    Z: 'Zero-rated for VAT.',
  },
};
const GERMAN: Readonly<Record<DocumentLanguage, Partial<Sentences>>> = {
  de: {
    K: 'Steuerfreie innergemeinschaftliche Lieferung (§ 4 Nr. 1 Buchst. b, § 6a UStG).',
    G: 'Steuerfreie Ausfuhrlieferung (§ 4 Nr. 1 Buchst. a, § 6 UStG).',
    O: 'In Deutschland nicht steuerbar: Der Ort der Leistung liegt im Ausland.',
    Z: 'Umsatzsteuersatz 0 % (§ 12 Abs. 3 UStG).',
  },
  en: {
    K: 'VAT-exempt intra-Community supply of goods (§ 4 no. 1 (b), § 6a UStG).',
    G: 'VAT-exempt export of goods (§ 4 no. 1 (a), § 6 UStG).',
    O: 'Not taxable in Germany: the place of supply is abroad.',
    Z: 'VAT rate 0 % (§ 12 (3) UStG).',
  },
};
const BRITISH: Partial<Sentences> = { G: 'Zero-rated export of goods.', O: 'Outside the scope of UK VAT.' };

const SMALL: Readonly<Record<DocumentLanguage, { readonly DE: string; readonly general: string }>> = {
  de: { DE: 'Gemäß § 19 UStG wird keine Umsatzsteuer berechnet.', general: 'Umsatzsteuerfrei als Kleinunternehmen.' },
  en: {
    DE: 'No VAT is charged: small business under § 19 of the German VAT Act (UStG).',
    general: 'No VAT is charged: small business.',
  },
};

/** The sentence that the law asks for where no tax is charged, in the document's language and the words of the seller's country. */
export function taxSentence({ category, reason, country }: Subject, language: DocumentLanguage): string {
  if (category === 'E') {
    if (reason === SMALL_BUSINESS) return SMALL[language][country === 'DE' ? 'DE' : 'general'];
    const word = language === 'de' ? 'Steuerfrei' : 'Exempt from VAT';
    return `${[word, reason.replace(/\.$/, '')].filter((part) => part !== '').join(': ')}.`;
  }
  const own = country === 'DE' ? GERMAN[language] : country === 'GB' && language === 'en' ? BRITISH : {};
  return own[category] ?? GENERAL[language][category];
}

const SHORT: Readonly<Record<DocumentLanguage, Readonly<Record<Untaxed, string>>>> = {
  de: {
    Z: 'Nullsatz',
    E: 'Steuerfrei',
    AE: 'Reverse Charge',
    K: 'Innergemeinschaftliche Lieferung',
    G: 'Ausfuhr',
    O: 'Nicht steuerbar',
  },
  en: { Z: 'Zero-rated', E: 'Exempt', AE: 'Reverse charge', K: 'Intra-Community supply', G: 'Export', O: 'Outside the scope' },
};

/** What a part of the sums is called that bears no tax. */
export const untaxedName = (category: Untaxed, language: DocumentLanguage): string => SHORT[language][category];

/** Exemptions of German law (§ 4 UStG) that small companies meet, by the paragraph as a document cites it. */
export const GERMAN_EXEMPTIONS: readonly { readonly citation: string; readonly de: string; readonly en: string }[] = [
  { citation: '§ 4 Nr. 8 UStG', de: 'Kredite und Geldgeschäfte', en: 'Credit and money transactions' },
  { citation: '§ 4 Nr. 9 UStG', de: 'Grundstücksverkauf', en: 'Sale of land' },
  { citation: '§ 4 Nr. 11 UStG', de: 'Vermittlung von Versicherungen', en: 'Insurance brokerage' },
  { citation: '§ 4 Nr. 12 UStG', de: 'Vermietung', en: 'Letting of property' },
  { citation: '§ 4 Nr. 14 UStG', de: 'Heilbehandlung', en: 'Medical treatment' },
  { citation: '§ 4 Nr. 20 UStG', de: 'Kultur', en: 'Culture' },
  { citation: '§ 4 Nr. 21 UStG', de: 'Unterricht', en: 'Teaching' },
  { citation: '§ 4 Nr. 22 UStG', de: 'Vorträge und Kurse', en: 'Lectures and courses' },
];
