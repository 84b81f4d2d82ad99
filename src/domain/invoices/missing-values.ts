import * as z from 'zod/mini';
import { companyDetailsOf, type CompanyDetailsInput, withCompanyDetails } from '#domain/companies/company-details.ts';
import type { Company } from '#domain/companies/company.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { eInvoiceOf } from '#domain/e-invoice/e-invoice-of.ts';
import { type EInvoiceProblem, eInvoiceProblems } from '#domain/e-invoice/e-invoice-problems.ts';
import { profileOf } from '#domain/e-invoice/e-invoice-profile.ts';
import { address, calendarDate, optionalEmail, text } from '#domain/shared/fields.ts';
import type { Invoice } from './invoice.ts';
import { type IssueProblem, issueProblems } from './issue-problems.ts';
import { buyerOf, sellerOf } from './party-snapshots.ts';

/** Whose record a field belongs to, and with it the right that is needed. */
export type MissingPart = 'seller' | 'buyer' | 'invoice';

/** What can be asked for while issuing; everything else is mended where the lines are written. */
export const missingValuesSchema = z.object({
  seller: z.object({
    ...address,
    tax_number: text(40),
    vat_id: text(20),
    contact_phone: text(50),
    contact_email: optionalEmail(),
  }),
  buyer: z.object({ ...address, vat_id: text(20), buyer_reference: text(100), e_address: text(200) }),
  invoice: z.object({ service_from: z.nullable(calendarDate()), service_to: z.nullable(calendarDate()) }),
});
export type MissingValues = z.infer<typeof missingValuesSchema>;

/** Blocks of the form: an address is asked for as a whole, a tax number beside the VAT ID that can take its place. */
export type MissingField =
  | 'seller.address'
  | 'seller.tax'
  | 'seller.vat_id'
  | 'seller.contact_phone'
  | 'seller.contact_email'
  | 'buyer.address'
  | 'buyer.vat_id'
  | 'buyer.buyer_reference'
  | 'buyer.e_address'
  | 'invoice.service';

const ASKED: Readonly<Record<string, MissingField>> = {
  'seller.street': 'seller.address',
  'seller.postal_code': 'seller.address',
  'seller.city': 'seller.address',
  'seller.tax_number': 'seller.tax',
  'seller.vat_id': 'seller.vat_id',
  'buyer.street': 'buyer.address',
  'buyer.postal_code': 'buyer.address',
  'buyer.city': 'buyer.address',
  'buyer.vat_id': 'buyer.vat_id',
  service_from: 'invoice.service',
  service_to: 'invoice.service',
};

/** Of an e-invoice the rules that one field mends; the others are about the document itself. */
const ASKED_BY_RULE: Partial<Record<EInvoiceProblem['text'], MissingField>> = {
  'BR-CO-09_company': 'seller.vat_id',
  'BR-CO-09_customer': 'buyer.vat_id',
  'BR-CO-26_company': 'seller.tax',
  'BR-S-02_company': 'seller.tax',
  'BR-Z-02_company': 'seller.tax',
  'BR-E-02_company': 'seller.tax',
  'BR-AE-02_company': 'seller.tax',
  'BR-AE-02_customer': 'buyer.vat_id',
  'BR-IC-02_company': 'seller.vat_id',
  'BR-IC-02_customer': 'buyer.vat_id',
  'BR-G-02_company': 'seller.vat_id',
  'BR-11_customer': 'buyer.address',
  'BR-DE-3_company': 'seller.address',
  'BR-DE-4_company': 'seller.address',
  'BR-DE-6_company': 'seller.contact_phone',
  'BR-DE-7_company': 'seller.contact_email',
  'BR-DE-8_customer': 'buyer.address',
  'BR-DE-9_customer': 'buyer.address',
  'BR-DE-15_customer': 'buyer.buyer_reference',
  'LEITWEG-ID_customer': 'buyer.buyer_reference',
  'PEPPOL-EN16931-R010_customer': 'buyer.e_address',
};

/** The records that a document is made of. */
export type IssueSources = { readonly invoice: Invoice; readonly company: Company; readonly customer: Customer | null };

const pickAddress = ({ street, house_number, postal_code, city, country }: CompanyDetailsInput['address']) => ({
  street,
  house_number,
  postal_code,
  city,
  country,
});

/** What the records say now. */
export function missingValuesOf({ invoice, company, customer }: IssueSources): MissingValues {
  const { address: place, tax, e_invoice } = companyDetailsOf(company);
  const { tax_number, vat_id } = tax;
  const { contact_phone, contact_email } = e_invoice;
  const none = { street: '', house_number: '', postal_code: '', city: '', country: place.country };
  return {
    seller: { ...pickAddress(place), tax_number, vat_id, contact_phone, contact_email },
    buyer: {
      ...pickAddress(customer ?? none),
      vat_id: customer?.vat_id ?? '',
      buyer_reference: customer?.buyer_reference ?? '',
      e_address: customer?.e_address ?? '',
    },
    invoice: { service_from: invoice.service_from, service_to: invoice.service_to },
  };
}

/** The company's details with what was typed. */
export function detailsWith(details: CompanyDetailsInput, { seller }: MissingValues): CompanyDetailsInput {
  const { tax_number, vat_id, contact_phone, contact_email, ...place } = seller;
  return {
    ...details,
    address: place,
    tax: { ...details.tax, tax_number, vat_id },
    e_invoice: { ...details.e_invoice, contact_phone, contact_email },
  };
}

/** The records as they would be with what was typed. */
export function withMissing({ invoice, company, customer }: IssueSources, values: MissingValues): IssueSources {
  return {
    invoice: { ...invoice, ...values.invoice },
    company: withCompanyDetails(company, detailsWith(companyDetailsOf(company), values)),
    customer: customer && { ...customer, ...values.buyer, e_address: values.buyer.e_address || null },
  };
}

/** What an invoice still misses as the e-invoice its customer wants; nothing where none was agreed, or where it is not known what it takes back. */
export function wantedEInvoiceProblems({ invoice, company, customer }: IssueSources): readonly EInvoiceProblem[] {
  const format = customer?.e_invoice_format ?? null;
  if (customer === null || format === null || invoice.cancels_id !== null) return [];
  const eInvoice = eInvoiceOf(invoice, { seller: sellerOf(company, invoice.language), buyer: buyerOf(customer), cancelled: null });
  return eInvoiceProblems(eInvoice, profileOf(format));
}

const fieldsOnce = (fields: readonly (MissingField | undefined)[]): MissingField[] => [
  ...new Set(fields.filter((field) => field !== undefined)),
];

/** What the law still asks for and a field here can give; `isWhole` where that is everything. */
export function askedByLaw({ invoice, company, customer }: IssueSources): { readonly fields: MissingField[]; readonly isWhole: boolean } {
  const problems = issueProblems(invoice, company, customer);
  const fields = problems.map(({ field, code }) => (code === 'unprintable' ? undefined : ASKED[field]));
  return { fields: fieldsOnce(fields), isWhole: !fields.includes(undefined) };
}

/** What no field here can give. */
export const leftToForms = ({ invoice, company, customer }: IssueSources): IssueProblem[] =>
  issueProblems(invoice, company, customer).filter(({ field, code }) => code === 'unprintable' || !(field in ASKED));

/** What the e-invoice that the customer wants asks for beyond the law. */
export function askedByEInvoice(sources: IssueSources): MissingField[] {
  const byLaw = new Set(askedByLaw(sources).fields);
  return fieldsOnce(wantedEInvoiceProblems(sources).map(({ text: rule }) => ASKED_BY_RULE[rule])).filter((field) => !byLaw.has(field));
}

/** Whether a field can give what a rule of e-invoices asks for. */
export const hasFieldFor = (problem: EInvoiceProblem): boolean => ASKED_BY_RULE[problem.text] !== undefined;

export const partOf = (field: MissingField): MissingPart => field.split('.')[0] as MissingPart;

/** What the law would still miss with what was typed, as the paths of the form's fields. */
export const stillMissing = (sources: IssueSources, values: MissingValues): { path: string; message: string }[] => {
  const { invoice, company, customer } = withMissing(sources, values);
  return issueProblems(invoice, company, customer)
    .filter(({ field, code }) => code !== 'unprintable' && field in ASKED)
    .map(({ field, code }) => ({ path: field.includes('.') ? field : `invoice.${field}`, message: code }));
};
