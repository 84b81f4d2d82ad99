import { describe, expect, test } from 'vitest';
import { customerInputSchema } from '#domain/customers/customer.ts';
import { pages as customerPages } from '#domain/customers/customers.pages.ts';
import { productInputSchema } from '#domain/products/product.ts';
import { pages as productPages } from '#domain/products/products.pages.ts';
import { delimiterOf, parseCsv } from './csv-text.ts';
import { readImport, recogniseColumns } from './read-import.ts';
import { exportCsv } from './write-export.ts';

const FORMATS = {
  customers: { fields: customerPages.csv, schema: customerInputSchema },
  products: { fields: productPages.csv, schema: productInputSchema },
};
const BLANK = {
  customers: {
    contact_name: '',
    email: '',
    phone: '',
    street: '',
    house_number: '',
    postal_code: '',
    city: '',
    country: 'DE',
    vat_id: '',
    language: 'de',
    currency: 'EUR',
    payment_terms_days: 14,
    buyer_reference: '',
    notes: '',
    is_active: true,
  },
  products: { description: '', unit: '', tax_rate: 19, currency: 'EUR', is_active: true },
};
function read(kind: 'customers' | 'products', text: string, existing: readonly object[] = []) {
  const [header, ...rows] = parseCsv(text);
  const locale = delimiterOf(text) === ';' ? 'de' : 'en';
  const columns = recogniseColumns(FORMATS[kind].fields, header?.cells ?? []);
  const vatProblem = (id: string) => (id === 'DE1' ? 'vatImpossible' : null);
  return readImport(FORMATS[kind], rows, { columns, locale, blank: BLANK[kind], existing, vatProblem, unique: ['customer_number'] });
}

describe('columns', () => {
  test('English, German and raw headings are recognised, whatever their spelling', () => {
    expect(recogniseColumns(FORMATS.customers.fields, ['FIRMA', 'e-mail', 'PLZ', 'Strasse', 'payment_terms_days', 'Farbe'])).toEqual([
      'name',
      'email',
      'postal_code',
      'street',
      'payment_terms_days',
      null,
    ]);
  });

  test('a field is read from one column only', () => {
    expect(recogniseColumns(FORMATS.customers.fields, ['Name', 'Firma'])).toEqual(['name', null]);
  });
});

describe('rows', () => {
  test('a number that another customer has, there or in the file, is a problem of its row', () => {
    const rows = read('customers', 'Name,Kundennummer\nA,K-1\nB,K-2\nC, k-2\nD,', [{ name: 'X', customer_number: 'k-1 ' }]);
    expect(rows.map(({ problems }) => problems.map(({ field, message }) => `${field} ${message}`))).toEqual([
      ['customer_number taken'],
      [],
      ['customer_number taken'],
      [],
    ]);
  });

  test('a German file is read with German figures and words', () => {
    const [row] = read('products', 'Bezeichnung;Nettopreis;MwSt.;Aktiv\nBeratung;1.234,50;7 %;nein');
    expect(row).toMatchObject({ problems: [], input: { name: 'Beratung', unit_price: 1234.5, tax_rate: 7, is_active: false, unit: '' } });
  });

  test('a country may be a code or a name in either language', () => {
    const rows = read('customers', 'Name,Country\nA,at\nB,Österreich\nC,Poland\nD,Atlantis');
    expect(rows.map(({ input, problems }) => (input ? input['country'] : problems[0]))).toEqual([
      'AT',
      'AT',
      'PL',
      { field: 'country', message: 'invalidCountry', cell: 'Atlantis' },
    ]);
  });

  test('a bad row names its line, every field and the reason, and gives nothing to write', () => {
    const [good, bad] = read('customers', 'Name,Email,Days to pay,VAT ID\nGood,a@b.example,7,\n,nobody,soon,DE1');
    expect(good?.problems).toEqual([]);
    expect(bad).toMatchObject({ line: 3, input: null });
    expect(bad?.problems).toEqual(
      expect.arrayContaining([
        { field: 'payment_terms_days', message: 'invalidDays', cell: 'soon' },
        { field: 'name', message: 'required', cell: '' },
        { field: 'email', message: 'invalidEmail', cell: 'nobody' },
        { field: 'vat_id', message: 'vatImpossible', cell: 'DE1' },
      ]),
    );
  });

  test('a category that is none is named, one in small letters is known', () => {
    const [good, bad] = read('products', 'Name,Net price,Tax category\nA,1,ae\nB,1,X');
    expect(good?.input).toMatchObject({ tax_category: 'AE' });
    expect(bad?.problems).toMatchObject([{ field: 'tax_category', message: 'invalidTaxCategory', cell: 'X' }]);
  });

  test('a missing price is a problem, not zero', () => {
    expect(read('products', 'Name,Price\nBeratung,')[0]?.problems).toMatchObject([{ field: 'unit_price' }]);
  });

  test('what is there already, or twice in the file, is marked by what gave it away', () => {
    const existing = [{ name: 'Müller', email: 'info@mueller.example', vat_id: 'DE 136.695.976' }];
    const rows = read('customers', 'Name,Email,VAT ID\nmuller,,\nX,INFO@mueller.example,\nY,,DE136695976\nNeu,,\nNEU,,', existing);
    expect(rows.map(({ duplicate }) => duplicate)).toEqual([
      { by: 'name', of: 'existing' },
      { by: 'email', of: 'existing' },
      { by: 'vat_id', of: 'existing' },
      null,
      { by: 'name', of: 'file' },
    ]);
  });
});

test.each(['en', 'de'] as const)('an export in %s is read back as it was', (locale) => {
  const record = { ...BLANK.products, name: '=Müller; "x"', description: 'a\nb', unit: 'h', unit_price: 1234.5678, tax_rate: 7 };
  const taxes = [
    { tax_category: null, exemption_reason: null },
    { tax_category: 'E', exemption_reason: '§ 4 Nr. 21 UStG' },
  ];
  const records = taxes.map((tax, n) => ({ ...record, name: `${record.name} ${n}`, ...tax }));
  const rows = read('products', exportCsv(FORMATS.products.fields, records, locale));
  expect(rows.map(({ input }) => input)).toEqual(records);
});
