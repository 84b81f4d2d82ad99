import { ADDRESS_COLUMNS, CONTACT, IBAN, IS_ACTIVE, NAME, NOTES, VAT_ID } from '#domain/csv/csv-fields.ts';
import type { DirectoryPages } from '#domain/shared/directory-pages.ts';
import { emptyVendorInput, type VendorInput } from './vendor.ts';

export const pages: DirectoryPages<VendorInput> = {
  calledBy: {
    en: 'vendor, vendors, supplier, suppliers, shops, payees, creditor',
    de: 'Lieferant, Lieferanten, Händler, Verkäufer, Kreditor',
  },
  blank: emptyVendorInput,
  form: [
    {
      title: null,
      rows: [
        [
          { field: 'email', kind: 'email' },
          { field: 'phone', kind: 'phone' },
        ],
      ],
    },
    { title: 'address', rows: [{ field: 'address', kind: 'address' }] },
    {
      title: 'more',
      rows: [
        { field: 'vat_id', kind: 'vat_id' },
        { field: 'iban', kind: 'iban' },
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
      { field: 'email', kind: 'email' },
      { field: 'phone', kind: 'phone' },
      { field: 'address', kind: 'address' },
      { field: 'vat_id', kind: 'vat_id' },
      { field: 'iban', kind: 'iban', isOptional: true },
      { field: 'notes', kind: 'multiline', isOptional: true },
    ],
  },
  csv: [NAME, ...CONTACT, ...ADDRESS_COLUMNS, VAT_ID, IBAN, NOTES, IS_ACTIVE],
};
