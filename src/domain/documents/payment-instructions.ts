import type { DocumentLanguage } from './printable-document.ts';

/** Days in the product's own sentence (spec §5). */
const PRESET_DAYS = 14;

/** How the product asks for a transfer while a company has not written anything else; `days` from the date of issue. */
const PRESET_INSTRUCTIONS: Readonly<Record<DocumentLanguage, (days: number) => string>> = {
  de: (days) => `Bitte überweisen Sie den Betrag ${days === 0 ? 'sofort' : `innerhalb von ${days === 1 ? 'einem Tag' : `${days} Tagen`}`}.`,
  en: (days) => `Please transfer the amount ${days === 0 ? 'at once' : `within ${days === 1 ? 'one day' : `${days} days`}`}.`,
};

/** What a company's settings say before anybody wrote into them. */
export const presetInstructions = (language: DocumentLanguage): string => PRESET_INSTRUCTIONS[language](PRESET_DAYS);

/**
 * The company's payment instructions as a document prints them; empty for none. What a person wrote stays word for word. The product's own
 * sentence follows the document in language and term: nobody chose it, and it must not contradict the due date beside it.
 */
export function paymentInstructions(text: string, document: { readonly language: DocumentLanguage; readonly due_days: number }): string {
  const wish = text.trim();
  const isPreset = wish === presetInstructions('de') || wish === presetInstructions('en');
  return isPreset ? PRESET_INSTRUCTIONS[document.language](document.due_days) : wish;
}
