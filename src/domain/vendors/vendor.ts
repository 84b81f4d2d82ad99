import * as z from 'zod/mini';
import type { Company } from '#domain/companies/company.ts';
import { bareIban, isIban } from '#domain/documents/iban.ts';
import { address, name, optionalEmail, text } from '#domain/shared/fields.ts';
import { recordSchema } from '#domain/shared/record.ts';

export const vendorSchema = z.extend(recordSchema, {
  name: name(),
  email: optionalEmail(),
  phone: text(50),
  ...address,
  vat_id: text(20),
  /** Where it is paid, without blanks; null where nobody said. An invoice that names another account is remarked on. */
  iban: z._default(z.nullable(z.string().check(z.regex(/^([A-Z]{2}\d{2}[A-Z0-9]{11,30})?$/, 'invalidIban'), z.maxLength(34))), null),
  notes: text(4000),
  is_active: z.boolean(),
});
export type Vendor = z.infer<typeof vendorSchema>;

/** What a person may type. Forms, commands and imports all validate against this. */
export const vendorInputSchema = z.extend(
  z.omit(vendorSchema, { id: true, company_id: true, created_at: true, updated_at: true, rev: true, iban: true }),
  {
    iban: z._default(
      z.nullable(
        z.string().check(
          z.overwrite(bareIban),
          z.refine((value) => value === '' || isIban(value), 'invalidIban'),
        ),
      ),
      null,
    ),
  },
);
export type VendorInput = z.infer<typeof vendorInputSchema>;

/** The form of a new vendor: most are of the company's own country. */
export const emptyVendorInput = (company: Company): VendorInput => ({
  name: '',
  email: '',
  phone: '',
  street: '',
  house_number: '',
  postal_code: '',
  city: '',
  country: company.settings.company_details.address.country,
  vat_id: '',
  iban: null,
  notes: '',
  is_active: true,
});
