import { amountField, codeField, CURRENCY, IS_ACTIVE, NAME, percentField, textField } from '#domain/csv/csv-fields.ts';
import type { BlankStart, DirectoryPages } from '#domain/shared/directory-pages.ts';
import type { Company } from '#domain/companies/company.ts';
import { TAX_CATEGORIES } from '#domain/tax/tax-category.ts';
import type { InvoiceProductInput } from './product.ts';
import { productDefaults } from './product-defaults.ts';

export const pages: DirectoryPages<InvoiceProductInput> = {
  calledBy: {
    en: 'product, products, item, items, articles, services, price list, prices, catalogue',
    de: 'Produkt, Produkte, Artikel, Leistung, Leistungen, Dienstleistungen, Preisliste, Preise',
  },
  blank: emptyProductInput,
  form: [
    { title: null, rows: [{ field: 'description', kind: 'multiline' }] },
    {
      title: 'price',
      rows: [
        { field: 'price', kind: 'price' },
        { field: 'is_active', kind: 'switch' },
      ],
    },
  ],
  columns: [
    { field: 'unit', kind: 'unit' },
    { field: 'tax_rate', kind: 'percent', width: '7rem', phone: 'meta' },
    { field: 'unit_price', kind: 'unit_price', width: '9rem' },
  ],
  facts: {
    title: 'facts',
    fields: [
      { field: 'price', kind: 'price' },
      { field: 'description', kind: 'multiline' },
    ],
  },
  csv: [
    { ...NAME, aliases: [...(NAME.aliases ?? []), 'Product', 'Produkt', 'Artikel'] },
    textField({ name: 'description', heading: { en: 'Description', de: 'Beschreibung' }, aliases: ['Text'] }),
    textField({ name: 'unit', heading: { en: 'Unit', de: 'Einheit' } }),
    amountField({
      name: 'unit_price',
      heading: { en: 'Net price', de: 'Nettopreis' },
      aliases: ['Price', 'Unit price', 'Preis', 'Einzelpreis', 'unit_price'],
    }),
    percentField({
      name: 'tax_rate',
      heading: { en: 'Tax rate', de: 'Steuersatz' },
      aliases: ['VAT rate', 'Tax', 'USt', 'MwSt', 'MwSt.', 'tax_rate'],
    }),
    codeField({
      name: 'tax_category',
      heading: { en: 'Tax category', de: 'Steuerkategorie' },
      aliases: ['tax_category'],
      codes: TAX_CATEGORIES,
      problem: 'invalidTaxCategory',
    }),
    textField({ name: 'exemption_reason', heading: { en: 'Reason for the exemption', de: 'Grund der Steuerbefreiung' } }),
    CURRENCY,
    IS_ACTIVE,
  ],
};

/** What a new product starts with. Its price is never made up; that most are sold by the hour only saves typing. */
function emptyProductInput({ settings }: Pick<Company, 'settings'>, { isTyped, today }: BlankStart) {
  const defaults = productDefaults(settings, today);
  return {
    name: '',
    description: '',
    unit: isTyped ? 'h' : '',
    unit_price: null,
    is_active: true,
    ...defaults,
    // A row's own rate says it.
    ...(isTyped ? {} : { tax_category: null, exemption_reason: null }),
  };
}
