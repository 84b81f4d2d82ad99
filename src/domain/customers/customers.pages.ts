import {
  ADDRESS_COLUMNS,
  codeField,
  CONTACT,
  CURRENCY,
  daysField,
  DELIVERY_COLUMNS,
  IS_ACTIVE,
  languageField,
  NAME,
  NOTES,
  textField,
  wordField,
  VAT_ID,
} from '#domain/csv/csv-fields.ts';
import type { DirectoryPages } from '#domain/shared/directory-pages.ts';
import { ADDRESS_SCHEMES } from '#domain/e-invoice/address-schemes.ts';
import { E_INVOICE_FORMATS } from '#domain/e-invoice/e-invoice-format.ts';
import { emptyCustomerInput, type CustomerInput } from './customer.ts';

export const pages: DirectoryPages<CustomerInput> = {
  calledBy: {
    en: 'customer, customers, client, clients, buyers, contacts, debtor',
    de: 'Kunde, Kunden, Auftraggeber, Kundschaft, Kontakte, Debitor',
  },
  blank: emptyCustomerInput,
  form: [
    {
      title: null,
      rows: [
        [
          { field: 'contact_name', kind: 'text' },
          { field: 'customer_number', kind: 'text' },
        ],
        { field: 'salutation', kind: 'text' },
        [
          { field: 'email', kind: 'email' },
          { field: 'phone', kind: 'phone' },
        ],
      ],
    },
    { title: 'address', rows: [{ field: 'address', kind: 'address' }] },
    {
      title: 'delivery',
      rows: [
        { field: 'delivery_name', kind: 'text' },
        { field: 'delivery', kind: 'delivery' },
      ],
    },
    {
      title: 'billing',
      rows: [
        [
          { field: 'language', kind: 'language' },
          { field: 'currency', kind: 'currency' },
        ],
        { field: 'payment_terms_days', kind: 'days' },
        { field: 'vat_id', kind: 'vat_id' },
        { field: 'buyer_reference', kind: 'text' },
        { field: 'reminder_hold', kind: 'text' },
      ],
    },
    {
      title: 'eInvoice',
      rows: [
        [
          { field: 'e_invoice_format', kind: 'e_invoice_format' },
          { field: 'e_address_scheme', kind: 'e_address_scheme' },
        ],
        { field: 'e_address', kind: 'text' },
      ],
    },
    {
      title: 'more',
      rows: [
        { field: 'notes', kind: 'multiline' },
        { field: 'is_active', kind: 'switch' },
      ],
    },
  ],
  columns: [
    { field: 'city', kind: 'text' },
    { field: 'email', kind: 'text', width: 'minmax(10rem, 2fr)', phone: 'hidden' },
    { field: 'phone', kind: 'text', phone: 'hidden' },
  ],
  facts: {
    title: 'contact',
    fields: [
      { field: 'customer_number', kind: 'text', isOptional: true },
      { field: 'contact_name', kind: 'text', isOptional: true },
      { field: 'salutation', kind: 'text', isOptional: true },
      { field: 'email', kind: 'email' },
      { field: 'phone', kind: 'phone' },
      { field: 'address', kind: 'address' },
      { field: 'delivery', kind: 'delivery', isOptional: true },
      { field: 'vat_id', kind: 'vat_id' },
      { field: 'buyer_reference', kind: 'text', isOptional: true },
      { field: 'e_invoice_format', kind: 'e_invoice_format', isOptional: true },
      { field: 'e_address', kind: 'text', isOptional: true },
      { field: 'language', kind: 'language' },
      { field: 'currency', kind: 'currency' },
      { field: 'payment_terms_days', kind: 'days' },
      { field: 'reminder_hold', kind: 'text', isOptional: true },
      { field: 'notes', kind: 'multiline', isOptional: true },
    ],
  },
  csv: [
    NAME,
    textField({
      name: 'contact_name',
      heading: { en: 'Contact person', de: 'Ansprechpartner' },
      aliases: ['Contact', 'Kontakt', 'Kontaktperson', 'contact_name'],
    }),
    textField({
      name: 'customer_number',
      heading: { en: 'Customer number', de: 'Kundennummer' },
      aliases: ['Customer no.', 'Customer ID', 'Kunden-Nr.', 'KdNr', 'Debitorennummer', 'customer_number'],
    }),
    textField({ name: 'salutation', heading: { en: 'Salutation', de: 'Anrede' }, aliases: ['Briefanrede', 'salutation'] }),
    ...CONTACT,
    ...ADDRESS_COLUMNS,
    VAT_ID,
    languageField({ name: 'language', heading: { en: 'Language', de: 'Sprache' } }),
    CURRENCY,
    daysField({
      name: 'payment_terms_days',
      heading: { en: 'Days to pay', de: 'Zahlungsziel' },
      aliases: ['Payment terms', 'Tage', 'Zahlungsziel (Tage)', 'payment_terms_days'],
    }),
    textField({
      name: 'buyer_reference',
      heading: { en: 'Buyer reference', de: 'Käuferreferenz' },
      aliases: ['Leitweg-ID', 'Kundenreferenz', 'buyer_reference'],
    }),
    wordField({
      name: 'e_invoice_format',
      heading: { en: 'E-invoice', de: 'E-Rechnung' },
      aliases: ['E-Rechnungsformat', 'e_invoice_format'],
      words: E_INVOICE_FORMATS,
      problem: 'invalidEInvoiceFormat',
    }),
    textField({
      name: 'e_address',
      heading: { en: 'Electronic address', de: 'Elektronische Adresse' },
      aliases: ['Endpoint', 'Peppol-ID', 'e_address'],
    }),
    codeField({
      name: 'e_address_scheme',
      heading: { en: 'Kind of address', de: 'Adressart' },
      aliases: ['EAS', 'e_address_scheme'],
      codes: Object.keys(ADDRESS_SCHEMES),
      problem: 'invalidAddressScheme',
    }),
    ...DELIVERY_COLUMNS,
    NOTES,
    IS_ACTIVE,
  ],
};
