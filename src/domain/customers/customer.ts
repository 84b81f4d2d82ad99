import * as z from 'zod/mini';
import { E_INVOICE_FORMATS } from '#domain/e-invoice/e-invoice-format.ts';
import { address, countryCode, currencyCode, name, optionalEmail, text } from '#domain/shared/fields.ts';
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
  /** What the company calls it in its books; null where nobody said. No two of a company have the same. */
  customer_number: z._default(z.nullable(text(40)), null),
  /** How letters begin: `Dear Ms Kim,`. */
  salutation: z._default(z.nullable(text(200)), null),
  /** Where goods go, when it is another place; null where nobody said. */
  delivery_name: z._default(z.nullable(text()), null),
  delivery_street: z._default(z.nullable(text()), null),
  delivery_house_number: z._default(z.nullable(text(20)), null),
  delivery_postal_code: z._default(z.nullable(text(20)), null),
  delivery_city: z._default(z.nullable(text()), null),
  delivery_country: z._default(z.nullable(countryCode()), null),
  /** Why none of its invoices is reminded of; null or empty where nobody said so. */
  reminder_hold: z._default(z.nullable(text(500)), null),
  notes: text(4000),
  is_active: z.boolean(),
});
export type Customer = z.infer<typeof customerSchema>;

export const customerInputSchema = z.omit(customerSchema, { id: true, company_id: true, created_at: true, updated_at: true, rev: true });
export type CustomerInput = z.infer<typeof customerInputSchema>;

type Delivery = Pick<Customer, 'name' | 'country'> & { readonly [K in keyof typeof NO_DELIVERY_ADDRESS]?: string | null | undefined };
export type DeliveryAddress = Pick<Customer, 'name' | 'street' | 'house_number' | 'postal_code' | 'city' | 'country'>;

/** Of a customer whose goods go where its invoices go. */
export const NO_DELIVERY_ADDRESS = {
  delivery_name: null,
  delivery_street: null,
  delivery_house_number: null,
  delivery_postal_code: null,
  delivery_city: null,
  delivery_country: null,
} as const;

/** Where a customer's goods go; null where nobody said that it is another place than where its invoices go. */
export function deliveryAddressOf(customer: Delivery): DeliveryAddress | null {
  const said = (value: string | null | undefined) => value?.trim() ?? '';
  const [street, city] = [said(customer.delivery_street), said(customer.delivery_city)];
  if (street === '' && city === '') return null;
  return {
    name: said(customer.delivery_name) || customer.name,
    street,
    house_number: said(customer.delivery_house_number),
    postal_code: said(customer.delivery_postal_code),
    city,
    country: said(customer.delivery_country) || customer.country,
  };
}

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
    customer_number: null,
    salutation: null,
    ...NO_DELIVERY_ADDRESS,
    reminder_hold: null,
    notes: '',
    is_active: true,
  };
}
