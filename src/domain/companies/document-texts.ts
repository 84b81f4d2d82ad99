import * as z from 'zod/mini';
import { presetInstructions } from '#domain/documents/payment-instructions.ts';
import type { DocumentLanguage } from '#domain/documents/printable-document.ts';
import { text } from '#domain/shared/fields.ts';
import type { CompanySettings } from './company-settings.ts';

const LANGUAGES = ['de', 'en'] as const satisfies readonly DocumentLanguage[];
const FIELDS = ['payment_terms', 'invoice_note', 'footer_text'] as const;
type Field = (typeof FIELDS)[number];

/** What a person writes per language; a form shows what is printed, so nothing is missing. */
const spoken = (max: number) => z.object({ de: text(max), en: text(max) });
export const documentTextsSchema = z.object({ payment_terms: spoken(500), invoice_note: spoken(2000), footer_text: spoken(1000) });
export type SpokenTexts = z.infer<typeof documentTextsSchema>;
export const paymentTextsSchema = spoken(1000);
export type PaymentTexts = z.infer<typeof paymentTextsSchema>;

type Spoken = Readonly<Record<DocumentLanguage, string>>;
/** The product's own sentences: nobody chose them, so they follow the language of the document. */
export const PRESET_TEXTS = {
  payment_terms: [
    { de: 'Zahlbar bis {due_date}', en: 'Payable by {due_date}' },
    { de: 'Zahlbar innerhalb von 14 Tagen', en: 'Pay within 14 days' },
  ],
  invoice_note: [{ de: 'Vielen Dank für Ihren Auftrag.', en: 'Thank you for your business.' }],
  footer_text: [],
} as const satisfies Readonly<Record<Field, readonly Spoken[]>>;

/** The one text that a company had before there were several: it counts where nobody wrote one for the language. */
const former = ({ invoice_defaults }: CompanySettings, field: Field): string =>
  field === 'footer_text' ? invoice_defaults.footer.text : invoice_defaults[field];

function textIn(settings: CompanySettings, field: Field, language: DocumentLanguage): string {
  const own = settings.document_texts[field][language];
  if (own !== null) return own;
  const text = former(settings, field);
  const presets: readonly Spoken[] = PRESET_TEXTS[field];
  return presets.find((preset) => LANGUAGES.some((each) => preset[each] === text.trim()))?.[language] ?? text;
}

/** What a new document in this language says. */
export const textsOfDocuments = (settings: CompanySettings, language: DocumentLanguage): Readonly<Record<Field, string>> => ({
  payment_terms: textIn(settings, 'payment_terms', language),
  invoice_note: textIn(settings, 'invoice_note', language),
  footer_text: textIn(settings, 'footer_text', language),
});

/** How the company asks to be paid in this language, as it is written in its settings. */
export const paymentTextIn = ({ payment_texts, company_details }: CompanySettings, language: DocumentLanguage): string =>
  payment_texts[language] ?? company_details.bank.instructions;

export const paymentTextsOf = (settings: CompanySettings): PaymentTexts => ({
  de: presetIn(paymentTextIn(settings, 'de'), 'de'),
  en: presetIn(paymentTextIn(settings, 'en'), 'en'),
});

const presetIn = (instructions: string, language: DocumentLanguage): string =>
  LANGUAGES.some((each) => presetInstructions(each) === instructions.trim()) ? presetInstructions(language) : instructions;

/** The company after a form of how it asks to be paid, by the rule of `withDocumentTexts`. */
export function withPaymentTexts<C extends { readonly settings: CompanySettings }>(company: C, texts: PaymentTexts): C {
  const before = paymentTextsOf(company.settings);
  if (LANGUAGES.every((language) => before[language] === texts[language])) return company;
  return { ...company, settings: { ...company.settings, payment_texts: texts } };
}

/** All of them, as a form shows them. */
export function documentTextsOf(settings: CompanySettings): SpokenTexts {
  const [de, en] = [textsOfDocuments(settings, 'de'), textsOfDocuments(settings, 'en')];
  const both = (field: Field) => ({ de: de[field], en: en[field] });
  return { payment_terms: both('payment_terms'), invoice_note: both('invoice_note'), footer_text: both('footer_text') };
}

/**
 * The settings after a form: of a text that was changed in one language both stand for themselves from now on, or the other one would follow a
 * sentence that was written for this one.
 */
export function withDocumentTexts(settings: CompanySettings, texts: SpokenTexts): CompanySettings {
  const before = documentTextsOf(settings);
  const isSame = (field: Field) => LANGUAGES.every((language) => before[field][language] === texts[field][language]);
  const next = (field: Field) => (isSame(field) ? settings.document_texts[field] : texts[field]);
  const document_texts = { payment_terms: next('payment_terms'), invoice_note: next('invoice_note'), footer_text: next('footer_text') };
  return { ...settings, document_texts };
}

type Typed = { readonly notes: string; readonly payment_terms: string };

/** The texts of a document whose language changes: what still is the company's own follows, what a person wrote stays. */
export function retold(typed: Typed, settings: CompanySettings, { from, to }: Readonly<Record<'from' | 'to', DocumentLanguage>>): Typed {
  const [before, after] = [textsOfDocuments(settings, from), textsOfDocuments(settings, to)];
  return {
    notes: typed.notes.trim() === before.invoice_note.trim() ? after.invoice_note : typed.notes,
    payment_terms: typed.payment_terms.trim() === before.payment_terms.trim() ? after.payment_terms : typed.payment_terms,
  };
}
