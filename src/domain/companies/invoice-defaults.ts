import * as z from 'zod/mini';
import { invoiceNumberFormatProblem } from '#domain/numbering/number-format.ts';
import { currencyCode, text } from '#domain/shared/fields.ts';
import { DOCUMENT_TEMPLATES } from '#domain/documents/printable-document.ts';
import type { CompanySettings } from './company-settings.ts';
import { metSeries } from './number-settings.ts';
import type { Company } from './company.ts';
import { type SpokenTexts, documentTextsOf, documentTextsSchema, withDocumentTexts } from './document-texts.ts';

export type InvoiceDefaults = CompanySettings['invoice_defaults'];

/** What a person may enter where the server writes with it: a format without `{number}` would give every invoice the same number. */
export const invoiceDefaultsSchema = z.object({
  payment_terms: text(500),
  invoice_note: text(2000),
  default_due_days: z.int('invalidDays').check(z.minimum(0, 'invalidDays'), z.maximum(365, 'invalidDays')),
  default_currency: currencyCode(),
  number_prefix: text(20),
  generated_number_format: text(60).check((check) => {
    const problem = invoiceNumberFormatProblem(check.value);
    if (problem) check.issues.push({ code: 'custom', input: check.value, message: problem });
  }),
});

const template = () => z.nullable(z.enum(DOCUMENT_TEMPLATES));

/** Everything the form of invoice settings holds: what the server writes with, and how documents look. */
export const invoiceSettingsSchema = z.extend(invoiceDefaultsSchema, {
  default_template_id: template(),
  default_delivery_note_template_id: template(),
  items: z.object({
    show_description: z.boolean(),
    show_tax: z.boolean(),
    currency: currencyCode(),
    currency_position: z.enum(['prefix', 'suffix']),
  }),
  footer: z.object({ text: text(1000), show_page_numbers: z.boolean() }),
  currency_sign: z.object({ position: z.nullable(z.enum(['prefix', 'suffix'])) }),
  /** What is printed, per language. */
  texts: documentTextsSchema,
});
/** The same beside the other series of the company: no two may ever give the same number. */
export const invoiceSettingsSchemaOf = ({ numbers, delivery_notes }: Pick<CompanySettings, 'numbers' | 'delivery_notes'>) =>
  invoiceSettingsSchema.check(({ value, issues }) => {
    if (metSeries({ numbers, delivery_notes, invoice_defaults: value }))
      issues.push({ code: 'custom', input: value.generated_number_format, path: ['generated_number_format'], message: 'seriesTwice' });
  });
export type InvoiceSettings = InvoiceDefaults & { readonly texts: SpokenTexts; readonly currency_sign: CompanySettings['currency_sign'] };

export const invoiceSettingsOf = ({ settings }: Pick<Company, 'settings'>): InvoiceSettings => ({
  ...settings.invoice_defaults,
  currency_sign: {
    position: settings.currency_sign.position ?? (settings.invoice_defaults.items.currency_position === 'prefix' ? 'prefix' : null),
  },
  texts: documentTextsOf(settings),
});

export function withInvoiceSettings<C extends Pick<Company, 'settings'>>(
  company: C,
  { texts, currency_sign, ...defaults }: InvoiceSettings,
): C {
  const settings = withDocumentTexts(company.settings, texts);
  // Apps of before know the older setting alone.
  const items = { ...defaults.items, currency_position: currency_sign.position ?? 'suffix' };
  return { ...company, settings: { ...settings, currency_sign, invoice_defaults: { ...settings.invoice_defaults, ...defaults, items } } };
}
