import {
  ADDRESS_COLUMNS,
  CONTACT,
  CURRENCY,
  daysField,
  IS_ACTIVE,
  languageField,
  NAME,
  NOTES,
  textField,
  VAT_ID,
} from '#domain/csv/csv-fields.ts';
import type { DirectoryPages } from '#domain/shared/directory-pages.ts';
import { emptyCustomerInput, type CustomerInput } from './customer.ts';

export const pages: DirectoryPages<CustomerInput> = {
  blank: emptyCustomerInput,
  form: [
    {
      title: null,
      rows: [
        { field: 'contact_name', kind: 'text' },
        [
          { field: 'email', kind: 'email' },
          { field: 'phone', kind: 'phone' },
        ],
      ],
    },
    { title: 'address', rows: [{ field: 'address', kind: 'address' }] },
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
      { field: 'contact_name', kind: 'text', isOptional: true },
      { field: 'email', kind: 'email' },
      { field: 'phone', kind: 'phone' },
      { field: 'address', kind: 'address' },
      { field: 'vat_id', kind: 'vat_id' },
      { field: 'buyer_reference', kind: 'text', isOptional: true },
      { field: 'language', kind: 'language' },
      { field: 'currency', kind: 'currency' },
      { field: 'payment_terms_days', kind: 'days' },
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
    NOTES,
    IS_ACTIVE,
  ],
};
