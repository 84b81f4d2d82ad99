import * as z from 'zod/mini';
import { address as addressFields, name, optionalEmail, text } from '#domain/shared/fields.ts';
import { DEFAULT_PLACE, exchangeSettingsSchema } from './company-settings.ts';
import type { Company } from './company.ts';

type Place = { readonly street: string; readonly postal_code: string; readonly city: string };

/** Whether somebody has said where the company is: a new one begins with the place of its default and without a street. */
export const hasEnteredAddress = ({ street, postal_code, city }: Place): boolean =>
  street.trim() !== '' || postal_code !== DEFAULT_PLACE.postal_code || city !== DEFAULT_PLACE.city;

/** The address as it was entered; of what nobody entered nothing but the country, by whose rules the company begins. */
export const enteredAddress = <A extends Place>(stored: A): A =>
  hasEnteredAddress(stored) ? stored : { ...stored, postal_code: '', city: '' };

const color = () => z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'invalidColor'));

/** What a company says about itself on its documents, without the bank account, which has its own right. */
export const companyDetailsSchema = z.object({
  name: name(),
  e_invoice: z.object({ contact_name: text(), contact_phone: text(50), contact_email: optionalEmail() }),
  contact: z.object({ phone: text(50), email: optionalEmail(), website: text() }),
  address: z.object(addressFields).check(({ value, issues }) => {
    if (value.street.trim() === '') return;
    for (const field of ['postal_code', 'city'] as const)
      if (value[field].trim() === '') issues.push({ code: 'custom', input: value[field], path: [field], message: 'required' });
  }),
  tax: z.object({ tax_number: text(40), vat_id: text(20), small_business: z.boolean() }),
  exchange: exchangeSettingsSchema,
  branding: z.object({ primary_color: color(), accent_color: color(), font: text(60) }),
  basics: z.object({ timezone: z.string().check(z.minLength(1, 'required'), z.maxLength(60)) }),
});
export type CompanyDetailsInput = z.infer<typeof companyDetailsSchema>;

export function companyDetailsOf({ name: companyName, settings }: Company): CompanyDetailsInput {
  const { contact, address: place, branding, basics } = settings.company_details;
  const { primary_color, accent_color, font } = branding;
  return {
    name: companyName,
    e_invoice: settings.e_invoice,
    contact,
    address: enteredAddress(place),
    tax: settings.tax,
    exchange: settings.exchange,
    branding: { primary_color, accent_color, font },
    basics,
  };
}

/** The company with what was typed; the logo and the bank account stay. */
export function withCompanyDetails(
  company: Company,
  { name: companyName, e_invoice, contact, address: place, tax, exchange, branding, basics }: CompanyDetailsInput,
): Company {
  const { company_details: before } = company.settings;
  // Where nobody has said a place, a form that shows none has not changed it.
  const isUnsaid = !hasEnteredAddress(before.address) && place.postal_code === '' && place.city === '' && place.street === '';
  const address = isUnsaid ? { ...place, ...DEFAULT_PLACE } : place;
  const company_details = { ...before, contact, address, basics, branding: { ...before.branding, ...branding } };
  return { ...company, name: companyName, settings: { ...company.settings, tax, exchange, e_invoice, company_details } };
}
