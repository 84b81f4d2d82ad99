import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Vendor } from '#domain/vendors/vendor.ts';
import { CANCELLED, item, sampleEInvoice, SELLER } from '#tests/support/sample-e-invoice.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { expenseOf } from './expense-of.ts';
import { readEInvoice } from './read-e-invoice.ts';
import { writeCii } from './write-cii.ts';
import { writeUbl } from './write-ubl.ts';
import { readXml, XmlRefused } from './xml-reader.ts';

const MIXED = [item(), item({ position: 2, tax_rate: 7, unit_price: 33.33, quantity: 3 })];
const vendor = { id: 'v', name: 'Another name', vat_id: 'DE136695976' } as Vendor;
const received = (values: Parameters<typeof sampleEInvoice>[0] = { items: MIXED }) => {
  const read = readEInvoice(writeUbl(sampleEInvoice(values)));
  if (!read) throw new Error('not read');
  return read;
};

describe('what was written is read back', () => {
  const expected = {
    number: 'RE-2026-0042',
    type_code: '380',
    is_booking_aid: false,
    issue_date: '2026-01-02',
    due_date: '2026-01-16',
    currency: 'EUR',
    seller: { name: SELLER.name, vat_id: 'DE136695976', country: 'DE' },
    buyer: 'Bundesamt für <Beispiel>',
    iban: 'DE89370400440532013000',
    notes: ['Danke', '14 Tage netto\nBitte mit Verwendungszweck.'],
    lines: [
      { name: 'Beratung', quantity: 2.5, unit: 'HUR', price: 80, net: 200, rate: 19 },
      { name: 'Beratung', quantity: 3, unit: 'HUR', price: 33.33, net: 99.99, rate: 7 },
    ],
    taxes: [
      { category: 'S', rate: 19, net: 200, tax: 38 },
      { category: 'S', rate: 7, net: 99.99, tax: 7 },
    ],
    lines_total: 299.99,
    allowances: null,
    charges: null,
    net: 299.99,
    tax: 45,
    gross: 344.99,
    payable: 344.99,
  };
  const model = sampleEInvoice({ items: MIXED });
  test.each([
    ['UBL', writeUbl(model)],
    ['CII of XRechnung', writeCii(model, 'xrechnung')],
    ['CII of ZUGFeRD', writeCii(model, 'en16931')],
  ])('%s', (_, xml) => expect(readEInvoice(xml)).toEqual(expected));

  test('whatever its texts and amounts', () => {
    const texts = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.integer({ min: -9_999_999, max: 9_999_999 }), (name, cents) => {
        const one = sampleEInvoice({ items: [item({ description: `x${name}`, quantity: 1, unit_price: cents / 100 })] });
        const [ubl, cii] = [readEInvoice(writeUbl(one)), readEInvoice(writeCii(one, 'en16931'))];
        return ubl?.gross === one.gross && JSON.stringify(ubl) === JSON.stringify(cii);
      }),
    );
  });

  test('a note is told without its code', () => {
    const xml = writeUbl(model).replace('<cbc:Note>Danke', '<cbc:Note>#ADU#Danke');
    expect(xml).toContain('#ADU#');
    expect(readEInvoice(xml)?.notes[0]).toBe('Danke');
  });

  test('another document is none', () => expect(readEInvoice('<Order><ID>1</ID></Order>')).toBeNull());
});

describe('XML that is refused', () => {
  test.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['an external entity', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'],
    ['an entity nobody defined', '<a>&b;</a>'],
    ['a character that does not exist', '<a>&#x110000;</a>'],
    ['a tag that closes another', '<a><b></a></b>'],
    ['an end that is missing', '<a><b></b>'],
    ['two roots', '<a/><b/>'],
    ['text outside', 'x<a/>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['nothing', ''],
    ['a comment without end', '<a><!-- </a>'],
    ['an attribute without value', '<a b/>'],
  ])('%s', (_, xml) => expect(() => readXml(xml)).toThrow(XmlRefused));

  test('too deep, too many attributes, too long', () => {
    expect(() => readXml('<a>'.repeat(100) + '</a>'.repeat(100))).toThrow(XmlRefused);
    expect(() => readXml(`<a ${Array.from({ length: 100 }, (_, n) => `b${n}="1"`).join(' ')}/>`)).toThrow(XmlRefused);
    expect(() => readXml(' '.repeat(21 * 1024 * 1024))).toThrow(XmlRefused);
  });

  test('no text makes it fail otherwise', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '/',
      'a',
      ' ',
      '="',
      '"',
      '&',
      ';',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
      '</a>',
      '<a>',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        try {
          readXml(parts.join(''));
        } catch (error) {
          return error instanceof XmlRefused;
        }
        return true;
      }),
    );
  });

  test('CDATA, comments, instructions and character references are read', () => {
    const root = readXml('\uFEFF<?xml version="1.0"?><!-- x --><n:a b=\'&quot;\'><![CDATA[<&]]>&#65;&#x42;<c/></n:a>\n');
    expect([root.name, root.text, root.attributes.get('b'), root.children[0]?.name]).toEqual(['a', '<&AB', '"', 'c']);
  });
});

test.each([
  ['urn:factur-x.eu:1p0:minimum', true],
  ['urn:zugferd.de:2p0:minimum', true],
  ['urn:factur-x.eu:1p0:basicwl', true],
  ['urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic', false],
  ['urn:cen.eu:en16931:2017', false],
] as const)('%s is a booking aid: %s', (profile, isAid) => {
  const file = writeCii(sampleEInvoice(), 'en16931').replace('<ram:ID>urn:cen.eu:en16931:2017</ram:ID>', `<ram:ID>${profile}</ram:ID>`);
  expect(file).toContain(`>${profile}<`);
  expect(readEInvoice(file)?.is_booking_aid).toBe(isAid);
});

describe('as an expense', () => {
  const home = { home: 'DE', vendors: [vendor], expenses: [] };
  test('amount, day, vendor and tax table are those of the invoice', () => {
    expect(expenseOf(received(), home)).toMatchObject({
      values: { amount: 344.99, currency: 'EUR', expense_date: '2026-01-02', vendor_id: 'v', description: 'RE-2026-0042 · Beratung' },
      remarks: [],
    });
    expect(expenseOf(received(), home).values.tax_lines?.map(({ rate, net, tax }) => [rate, net, tax])).toEqual([
      [19, 200, 38],
      [7, 99.99, 7],
    ]);
  });

  test('one rate of the own country needs no table', () => {
    expect(expenseOf(received({}), home).values).toMatchObject({ tax_rate: 19, tax_lines: [] });
  });

  test('an invoice without tax needs no table, and is no fault', () => {
    const exempt = received({ items: [item({ tax_category: 'E', tax_rate: 0, exemption_reason: '§ 4 Nr. 21 UStG' })] });
    expect(expenseOf(exempt, home)).toMatchObject({ values: { amount: 200, tax_rate: null, tax_lines: [] }, remarks: [] });
  });

  test('tax of another country names it, and what the company owes itself bears none on paper', () => {
    expect(expenseOf(received(), { ...home, home: 'AT' }).values.tax_lines?.[0]).toMatchObject({ category: 'domestic', country: 'DE' });
    const owed = received({ items: [item({ tax_category: 'AE', tax_rate: 0 })], buyer: { vat_id: 'ATU13585627' } });
    expect(expenseOf(owed, home).values.tax_lines).toMatchObject([{ category: 'reverse_charge', rate: null, net: 200 }]);
  });

  test('credit has the sign of money that comes back', () => {
    expect(expenseOf({ ...received({}), type_code: '381' }, home).values.amount).toBe(-238);
    const cancelled = received({ document_type: 'cancellation', items: [item({ quantity: -2.5 })] });
    expect([cancelled.type_code, expenseOf(cancelled, home).values.amount, CANCELLED.number]).toEqual(['384', -238, 'RE-2026-0001']);
  });

  test('a vendor is found by its name where it has no VAT ID, and said where it is new', () => {
    const named = { ...vendor, vat_id: '', name: 'müller & söhne gmbh' };
    expect(expenseOf(received(), { ...home, vendors: [named] }).values.vendor_id).toBe('v');
    expect(expenseOf(received(), { ...home, vendors: [] }).remarks).toEqual(['vendor']);
  });

  test('a vendor without a VAT ID is found by its account before its name', () => {
    const [paid, named] = [
      { ...vendor, id: 'paid', vat_id: '', iban: received().iban },
      { ...vendor, id: 'named', vat_id: '', name: 'Müller & Söhne GmbH' },
    ];
    expect(received().iban).not.toBe('');
    expect(expenseOf(received(), { ...home, vendors: [named, paid] }).values.vendor_id).toBe('paid');
    expect(expenseOf({ ...received(), iban: '' }, { ...home, vendors: [{ ...paid, iban: '' }, named] }).values.vendor_id).toBe('named');
    expect(expenseOf(received(), { ...home, vendors: [paid, named, vendor] }).values.vendor_id).toBe('v');
  });

  test('another account than the vendor’s is remarked, and one that cannot exist', () => {
    const { iban } = received();
    const remarks = (known: string | null, named = iban) =>
      expenseOf({ ...received(), iban: named }, { ...home, vendors: [{ ...vendor, iban: known }] }).remarks;
    expect(remarks('DE02120300000000202051')).toEqual(['account_changed']);
    expect(remarks(iban.replace(/(.{4})/g, '$1 ').toLowerCase())).toEqual([]);
    expect([remarks(null), remarks(''), remarks('DE02120300000000202051', '')]).toEqual([[], [], []]);
    expect(remarks('DE02120300000000202051', `${iban.slice(0, 2)}00${iban.slice(4)}`)).toEqual(['iban']);
  });

  test('an invoice that is an expense already is known by its number and vendor', () => {
    const expense = { description: 'RE-2026-0042 · Beratung', vendor_id: 'v', status: 'approved' } as Expense;
    const remarks = (part: Partial<Expense>) => expenseOf(received(), { ...home, expenses: [{ ...expense, ...part }] }).remarks;
    expect(remarks({})).toEqual(['known']);
    expect(remarks({ description: 'RE-2026-0042' })).toEqual(['known']);
    for (const part of [
      { vendor_id: 'w' },
      { vendor_id: null },
      { status: 'rejected' as const },
      { description: 'RE-2026-00421 · Beratung' },
    ])
      expect(remarks(part)).toEqual([]);
    const nameless = { ...received(), number: '' };
    expect(expenseOf(nameless, { ...home, expenses: [{ ...expense, description: ' Beratung' }] }).remarks).toEqual([]);
    const stranger = { home: 'DE', vendors: [], expenses: [{ ...expense, vendor_id: null }] };
    expect(expenseOf(received(), stranger).remarks).toEqual(['vendor']);
  });

  test('what does not agree is remarked and never mended', () => {
    const remarks = (part: object) => expenseOf({ ...received(), ...part }, home).remarks;
    expect(remarks({ gross: 345 })).toEqual(['sums', 'prepaid', 'tax_table']);
    expect(remarks({ tax: 44 })).toEqual(['sums']);
    const [line, ...others] = received().lines;
    expect(remarks({ lines: [{ ...line, net: 199.99 }, ...others] })).toEqual(['sums']);
    expect(remarks({ lines: [{ ...line, net: null }, ...others] })).toEqual([]);
    expect(remarks({ lines_total: 300 })).toEqual(['sums']);
    expect(remarks({ lines: [], lines_total: 309.99, allowances: 10 })).toEqual([]);
    expect(remarks({ lines: [], lines_total: 309.99, allowances: 15, charges: 5 })).toEqual([]);
    expect(remarks({ lines: [], lines_total: 309.99 })).toEqual(['sums']);
    expect(remarks({ payable: 100 })).toEqual(['prepaid']);
    expect(remarks({ gross: null })).toEqual(['no_total']);
    expect(remarks({ currency: '€' })).toEqual(['currency']);
    expect(remarks({ seller: { name: 'Another name', vat_id: 'DE123456780', country: 'DE' } })).toEqual(['vat_id']);
  });
});
