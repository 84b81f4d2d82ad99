import * as z from 'zod/mini';
import type { CompanySettings } from '#domain/companies/company-settings.ts';
import { textsOfDocuments } from '#domain/companies/document-texts.ts';
import type { DocumentLanguage } from './printable-document.ts';
import { text } from '#domain/shared/fields.ts';

/** How documents of a company look, beside their words; frozen with the seller when one is issued. */
export const letterheadSchema = z.object({
  template: z.nullable(text(60)),
  delivery_note_template: z.nullable(text(60)),
  /** `#rrggbb` */
  primary_color: text(7),
  accent_color: text(7),
  font: text(60),
  /** Its object in the bucket of logos. */
  logo_path: z.nullable(text(500)),
  footer_text: text(1000),
  show_page_numbers: z.boolean(),
  currency_position: z.enum(['prefix', 'suffix']),
  show_description: z.boolean(),
  show_tax: z.boolean(),
});
export type Letterhead = z.infer<typeof letterheadSchema>;

/**
 * Where the sign of the currency stands: as the company chose, else as the language has it. `suffix` in the older setting is what all companies begin with,
 * so nobody chose it.
 */
const currencyPosition = (
  { currency_sign, invoice_defaults }: CompanySettings,
  language: DocumentLanguage,
): Letterhead['currency_position'] =>
  currency_sign.position ?? (invoice_defaults.items.currency_position === 'prefix' || language === 'en' ? 'prefix' : 'suffix');

/** As the company has it today; the server takes the same at issue. */
export function letterheadOf(
  { logo_path, settings }: { readonly logo_path: string | null; readonly settings: CompanySettings },
  language: DocumentLanguage,
): Letterhead {
  const { invoice_defaults: defaults, company_details } = settings;
  const { primary_color, accent_color, font } = company_details.branding;
  const { show_description, show_tax } = defaults.items;
  return {
    template: defaults.default_template_id,
    delivery_note_template: defaults.default_delivery_note_template_id,
    primary_color,
    accent_color,
    font,
    logo_path,
    footer_text: textsOfDocuments(settings, language).footer_text,
    show_page_numbers: defaults.footer.show_page_numbers,
    currency_position: currencyPosition(settings, language),
    show_description,
    show_tax,
  };
}
