import * as z from 'zod/mini';
import { E_INVOICE_FORMATS } from '#domain/e-invoice/e-invoice-format.ts';
import { address, currencyCode, name, optionalEmail, text } from '#domain/shared/fields.ts';
import type { Company } from '#domain/companies/company.ts';
import { recordSchema } from '#domain/shared/record.ts';

export const customerSchema = z.extend(recordSchema, {
  name: name(),
  contact_name: text(),
  email: optionalEmail(),
  phone: text(50),
  ...address,
  vat_id: text(20),
  /** Language of the documents this customer receives. */
  language: z.enum(['en', 'de']),
  currency: currencyCode(),
  payment_terms_days: z.int().check(z.minimum(0, 'invalidDays'), z.maximum(365, 'invalidDays')),
  buyer_reference: text(100),
  /** Where e-invoices go (BT-49): an address and the code of its kind (list EAS). Without one the Leitweg-ID or the mail address is it. */
  e_address: z._default(z.nullable(text(200)), null),
  e_address_scheme: z._default(z.nullable(z.string().check(z.regex(/^([A-Z0-9]{2,4})?$/, 'invalid'))), null),
  /** In which form it wants invoices as data; null where nobody said. */
  e_invoice_format: z._default(z.nullable(z.enum(E_INVOICE_FORMATS)), null),
  notes: text(4000),
  is_active: z.boolean(),
});
export type Customer = z.infer<typeof customerSchema>;

export const customerInputSchema = z.omit(customerSchema, { id: true, company_id: true, created_at: true, updated_at: true, rev: true });
export type CustomerInput = z.infer<typeof customerInputSchema>;

/** What a new customer starts with: the company's country, currency and terms, and the language of the page. */
export function emptyCustomerInput({ settings }: Pick<Company, 'settings'>, { language }: { readonly language: string }): CustomerInput {
  return {
    name: '',
    contact_name: '',
    email: '',
    phone: '',
    street: '',
    house_number: '',
    postal_code: '',
    city: '',
    country: settings.company_details.address.country,
    vat_id: '',
    language: language === 'de' ? 'de' : 'en',
    currency: settings.invoice_defaults.default_currency,
    payment_terms_days: settings.invoice_defaults.default_due_days,
    buyer_reference: '',
    e_address: null,
    e_address_scheme: null,
    e_invoice_format: null,
    notes: '',
    is_active: true,
  };
}
