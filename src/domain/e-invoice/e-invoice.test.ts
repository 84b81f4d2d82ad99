import { createHash } from 'node:crypto';
import fc from 'fast-check';
import * as z from 'zod/mini';
import texts from '#locales/en/eInvoice.json';
import { describe, expect, test } from 'vitest';
import { CANCELLED, issuedInvoice, item, sampleEInvoice, SELLER, BUYER } from '#tests/support/sample-e-invoice.ts';
import { bankAccountInputSchema } from '#domain/bank-accounts/bank-account-input.ts';
import { companyDetailsOf } from '#domain/companies/company-details.ts';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import type { Company } from '#domain/companies/company.ts';
import { emptyCustomerInput } from '#domain/customers/customer.ts';
import { emptyInvoiceInput } from '#domain/invoices/invoice-draft.ts';
import { eInvoiceOf } from './e-invoice-of.ts';
import { eInvoiceProblems } from './e-invoice-problems.ts';
import { isLeitwegId, looksLikeLeitwegId } from './leitweg-id.ts';
import { isUnitLost, unitCode } from './unit-code.ts';
import { readEInvoice } from './read-e-invoice.ts';
import { writeCii } from './write-cii.ts';
import { writeUbl } from './write-ubl.ts';
import { leaf } from './xml-text.ts';

const DEPOT = {
  delivery_name: 'Lager Süd',
  delivery_street: 'Hafenweg',
  delivery_house_number: '3',
  delivery_postal_code: '20457',
  delivery_city: 'Hamburg',
};
const S = { tax_category: 'S', tax_rate: 19 } as const;
/** What the rules broken below ask to be mended, as `place field`. */
const asked = new Set<string>();
const broken = (values: Parameters<typeof sampleEInvoice>[0], profile: 'xrechnung' | 'en16931' = 'xrechnung') =>
  eInvoiceProblems(sampleEInvoice(values), profile).map(({ rule, place, field }) => {
    asked.add(`${place} ${field}`);
    return `${rule} ${place}`;
  });
const untaxed = (tax_category: 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O', exemption_reason: string | null = null) =>
  item({ tax_category, tax_rate: 0, exemption_reason });
/** Nothing that a document says of itself can make it so: sums that an import brought along. */
const wrongSum = (part: object) => eInvoiceProblems({ ...sampleEInvoice(), ...part }, 'en16931').map(({ rule }) => rule);

test('an invoice with all its data breaks no rule', () => {
  expect([broken({}), broken({}, 'en16931')]).toEqual([[], []]);
});

describe('each rule is broken by what it forbids', () => {
  const breaking: readonly (readonly [string, () => readonly string[]])[] = [
    ['BR-06 company', () => broken({ seller: { name: ' ' } }, 'en16931')],
    ['BR-07 invoice', () => broken({ buyer: { name: ' ' } }, 'en16931')],
    ['BR-09 company', () => broken({ seller: { country: '' } }, 'en16931')],
    ['BR-11 customer', () => broken({ buyer: { country: '' } }, 'en16931')],
    ['BR-16 invoice', () => broken({ items: [] }, 'en16931')],
    ['BR-25 invoice', () => broken({ items: [item({ description: ' ' })] }, 'en16931')],
    ['BR-29 invoice', () => broken({ service_to: '2025-12-31' }, 'en16931')],
    ['BR-DEC-14 invoice', () => broken({ currency: 'KWD' }, 'en16931')],
    ['BR-CO-04 invoice', () => broken({ items: [item({ tax_category: null, tax_rate: 0 })] }, 'en16931')],
    ['BR-CO-09 company', () => broken({ seller: { vat_id: '136695976' } }, 'en16931')],
    ['BR-CO-09 customer', () => broken({ buyer: { vat_id: '136695976' } }, 'en16931')],
    ['BR-CO-25 invoice', () => broken({ due_date: null, payment_terms: '', seller: { payment_instructions: '' } }, 'en16931')],
    ['BR-S-02 company', () => broken({ seller: { vat_id: '', tax_number: '' } }, 'en16931')],
    ['BR-CO-26 company', () => broken({ seller: { vat_id: '', tax_number: '' } }, 'en16931')],
    ['BR-S-05 invoice', () => broken({ items: [item({ ...S, tax_rate: 0 })] }, 'en16931')],
    ['BR-Z-02 company', () => broken({ items: [untaxed('Z')], seller: { vat_id: '', tax_number: '' } }, 'en16931')],
    ['BR-E-02 company', () => broken({ items: [untaxed('E', '§ 4')], seller: { vat_id: '', tax_number: '' } }, 'en16931')],
    ['BR-AE-02 company', () => broken({ items: [untaxed('AE')], seller: { vat_id: '', tax_number: '' } }, 'en16931')],
    ['BR-AE-02 customer', () => broken({ items: [untaxed('AE')] }, 'en16931')],
    ['BR-IC-02 company', () => broken({ items: [untaxed('K')], seller: { vat_id: '' } }, 'en16931')],
    ['BR-IC-02 customer', () => broken({ items: [untaxed('K')] }, 'en16931')],
    ['BR-IC-11 invoice', () => broken({ items: [untaxed('K')], service_from: null }, 'en16931')],
    ['BR-G-02 company', () => broken({ items: [untaxed('G')], seller: { vat_id: '' } }, 'en16931')],
    ['BR-O-11 invoice', () => broken({ items: [item(), untaxed('O')] }, 'en16931')],
    ['BR-DE-3 company', () => broken({ seller: { city: '' } })],
    ['BR-DE-4 company', () => broken({ seller: { postal_code: '' } })],
    ['BR-DE-6 company', () => broken({ seller: { phone: '+4' } })],
    ['BR-DE-7 company', () => broken({ seller: { email: 'a@b' } })],
    ['BR-DE-8 customer', () => broken({ buyer: { city: '' } })],
    ['BR-DE-9 customer', () => broken({ buyer: { postal_code: '' } })],
    ['BR-57 customer', () => broken({ buyer: { ...DEPOT, country: '' } }, 'en16931')],
    ['BR-DE-10 customer', () => broken({ buyer: { ...DEPOT, delivery_city: '' } })],
    ['BR-DE-11 customer', () => broken({ buyer: { ...DEPOT, delivery_postal_code: null } })],
    ['BR-DE-15 customer', () => broken({ reference: '', buyer: { buyer_reference: '' } })],
    ['BR-DE-18 invoice', () => broken({ payment_terms: 'Skonto:\n#SKONTO#TAGE=7#PROZENT=2#' })],
    ['BR-DE-19 bank_account', () => broken({ seller: { iban: 'DE88370400440532013000' } })],
    ['BR-DE-TMP-32 invoice', () => broken({ service_from: null })],
    ['PEPPOL-EN16931-R010 customer', () => broken({ buyer: { email: '', buyer_reference: 'KST 1' } })],
    ['LEITWEG-ID customer', () => broken({ buyer: { buyer_reference: '04011000-12345-34' } })],
  ];
  test.each(breaking)('%s', (name, make) => expect(make()).toContain(name));

  test('sums that came with an import are recomputed', () => {
    expect(wrongSum({ net: 200.01 })).toContain('BR-CO-10');
    expect(wrongSum({ tax: 38.01 })).toContain('BR-CO-14');
    expect(wrongSum({ gross: 238.01 })).toContain('BR-CO-15');
    const [part] = sampleEInvoice().taxes;
    expect(wrongSum({ taxes: [{ ...part, tax: 38.01 }] })).toContain('BR-CO-17');
    expect(wrongSum({ taxes: [{ ...part, net: 200.01 }] })).toContain('BR-S-08');
    expect(eInvoiceProblems({ ...sampleEInvoice(), type_code: '384' }, 'en16931')).toMatchObject([{ rule: 'BR-55' }]);
  });

  test('a line of cash discount is closed, and what begins with # is nothing else', () => {
    const terms = (payment_terms: string, payment_instructions = '') => ({ payment_terms, seller: { payment_instructions } });
    const discount = '#SKONTO#TAGE=14#PROZENT=2.00#';
    expect(sampleEInvoice(terms(`30 Tage\n${discount}`)).payment.terms).toBe(`30 Tage\n${discount}\n`);
    for (const xml of [writeUbl(sampleEInvoice(terms(discount))), writeCii(sampleEInvoice(terms(discount)), 'xrechnung')])
      expect(xml).toContain(`>${discount}\n</`);
    expect(sampleEInvoice(terms(discount, 'Danke')).payment.terms).toBe(`${discount}\nDanke`);
    expect(sampleEInvoice(terms('Nr. #1')).payment.terms).toBe('Nr. #1');
    const isBroken = (...texts: Parameters<typeof terms>) => broken(terms(...texts)).includes('BR-DE-18 invoice');
    expect([discount, `${discount}\n#SKONTO#TAGE=7#PROZENT=3.00#BASISBETRAG=100.00#`, 'Nr. #1'].map((text) => isBroken(text))).toEqual([
      false,
      false,
      false,
    ]);
    expect([isBroken(' #1'), isBroken('Nr.\n #1'), isBroken(discount, 'Bitte #1# angeben')]).toEqual([true, true, true]);
  });

  test('a correction may differ by a cent from its net times its rate, nothing else may', () => {
    const [part] = sampleEInvoice().taxes;
    const taxed = (type_code: '380' | '384', tax: number) =>
      eInvoiceProblems({ ...sampleEInvoice(), type_code, taxes: [{ ...part!, tax }], tax, gross: 200 + tax }, 'en16931').map(
        ({ rule }) => rule,
      );
    expect([37.99, 38.01].flatMap((tax) => taxed('384', tax))).toEqual(['BR-55', 'BR-55']);
    expect([37.98, 38.02].map((tax) => taxed('384', tax))).toEqual([
      ['BR-55', 'BR-CO-17'],
      ['BR-55', 'BR-CO-17'],
    ]);
    expect([37.99, 38.01].flatMap((tax) => taxed('380', tax))).toEqual(['BR-CO-17', 'BR-CO-17']);
  });

  test('every rule has a sentence and is broken above', () => {
    const sums = ['BR-CO-10', 'BR-CO-14', 'BR-CO-15', 'BR-CO-17', 'BR-S-08', 'BR-55'].map((name) => `${name} invoice`);
    const told = Object.keys(texts.rule).map((text) => text.replace('_', ' '));
    expect(told.toSorted()).toEqual([...breaking.map(([name]) => name), ...sums].toSorted());
  });

  test('who is sent to mend it is sent to a field that the form there has', () => {
    for (const [, make] of breaking) make();
    const settings = z.parse(companySettingsSchema, {});
    const paths = (value: object): string[] =>
      Object.entries(value).flatMap(([name, part]) =>
        typeof part === 'object' && part !== null && !Array.isArray(part) ? paths(part).map((path) => `${name}.${path}`) : [name],
      );
    const forms = {
      company: paths(companyDetailsOf({ name: '', settings } as Company)),
      bank_account: Object.keys(bankAccountInputSchema.def.shape),
      customer: Object.keys(emptyCustomerInput({ settings }, { language: 'en' })),
      invoice: Object.keys(emptyInvoiceInput({ settings } as Company, null, '2026-01-01')),
    };
    const known = Object.entries(forms).flatMap(([place, fields]) => fields.map((field) => `${place} ${field}`));
    expect(asked.size).toBeGreaterThan(20);
    expect([...asked].filter((field) => !known.includes(field))).toEqual([]);
  });

  test('what only authorities ask for is no rule of the standard', () => {
    expect(broken({ reference: '', buyer: { buyer_reference: '', email: '' }, seller: { phone: '', email: '' } }, 'en16931')).toEqual([]);
  });
});

describe('the semantic model', () => {
  test('an authority is reached by its Leitweg-ID, anybody else by mail, and by what was entered before both', () => {
    const address = (buyer: object) => sampleEInvoice({ buyer }).buyer.electronic_address;
    expect(address({})).toEqual({ scheme: '0204', id: '04011000-12345-03' });
    expect(address({ buyer_reference: 'KST 1' })).toEqual({ scheme: 'EM', id: 'amt@example.org' });
    expect(address({ e_address: '4012345000009', e_address_scheme: '0088' })).toEqual({ scheme: '0088', id: '4012345000009' });
    expect(address({ e_address: '991-01484-64' })).toEqual({ scheme: '0204', id: '991-01484-64' });
  });

  test('the order number is the reference of the invoice where the customer has one of its own', () => {
    const references = (buyer_reference: string) => {
      const { buyer_reference: buyer, order_number } = sampleEInvoice({ buyer: { buyer_reference } });
      return [buyer, order_number];
    };
    expect([references('KST 1'), references(''), references('PO 4711')]).toEqual([
      ['KST 1', 'PO 4711'],
      ['PO 4711', ''],
      ['PO 4711', ''],
    ]);
  });

  test('goods go where the customer says, else across a border to the buyer, else nothing is said', () => {
    expect(sampleEInvoice().deliver_to).toBeNull();
    expect(sampleEInvoice({ items: [untaxed('K')] }).deliver_to).toMatchObject({ name: '', address: { city: 'Berlin' } });
    const model = sampleEInvoice({ buyer: DEPOT, items: [untaxed('K')] });
    expect(model.deliver_to).toEqual({
      name: 'Lager Süd',
      address: { street: 'Hafenweg 3', city: 'Hamburg', postal_code: '20457', country: 'DE' },
    });
    for (const xml of [writeUbl(model), writeCii(model, 'xrechnung')])
      expect(xml).toMatch(/Lager Süd[\s\S]*Hafenweg 3|Hafenweg 3[\s\S]*Lager Süd/);
  });

  test('the tax in the currency of the country is data too, if its rate was known at issue', () => {
    const exchange = { currency: 'EUR', rate: '0.9', day: '2026-01-02', source: 'ecb', version: '2026-01-02', amount: 214.2 } as const;
    const foreign = (exchange_known?: boolean) =>
      sampleEInvoice({ currency: 'USD', exchange, seller: exchange_known === undefined ? {} : { exchange_known } });
    expect(foreign(true).own_tax).toEqual({ currency: 'EUR', amount: 34.2 });
    expect([foreign(false).own_tax, foreign().own_tax, sampleEInvoice().own_tax]).toEqual([null, null, null]);
    const [ubl, cii] = [writeUbl(foreign(true)), writeCii(foreign(true), 'xrechnung')];
    expect(ubl).toContain('<cbc:TaxCurrencyCode>EUR</cbc:TaxCurrencyCode>');
    expect(ubl).toContain('<cbc:TaxAmount currencyID="EUR">34.20</cbc:TaxAmount>');
    expect(cii).toContain('<ram:TaxCurrencyCode>EUR</ram:TaxCurrencyCode>');
    expect(cii).toContain('<ram:TaxTotalAmount currencyID="EUR">34.20</ram:TaxTotalAmount>');
    expect(writeUbl(foreign(false))).not.toContain('TaxCurrencyCode');
  });

  test('a correction says its reason in the words of the paper, in both syntaxes; what was issued before that is written as it went out', () => {
    const correction = {
      document_type: 'correction' as const,
      reason: 'Ware\nzurückgegeben & verbucht',
      notes: '',
      items: [item({ quantity: -1 })],
    };
    const said = 'Grund der Korrektur: Ware zurückgegeben &amp; verbucht';
    const files = (values: Parameters<typeof sampleEInvoice>[0]) => {
      const invoice = { ...sampleEInvoice({ ...correction, ...values }), preceding: { number: 'RE-1', date: '2025-12-30' } };
      return [writeUbl(invoice), writeCii(invoice, 'xrechnung'), writeCii(invoice, 'en16931')];
    };
    const [ubl, ...cii] = files({ seller: { layout: 3 } });
    expect(ubl).toContain(`<cbc:Note>${said}</cbc:Note>`);
    for (const xml of cii) expect(xml).toContain(`<ram:IncludedNote><ram:Content>${said}</ram:Content></ram:IncludedNote>`);
    expect(readEInvoice(ubl ?? '')?.notes).toEqual(['Grund der Korrektur: Ware zurückgegeben & verbucht']);
    expect(files({ number: null, seller: { layout: 2 } })[0]).toContain(said);
    for (const values of [
      { seller: { layout: 2 } },
      {},
      { seller: { layout: 3 }, reason: ' ' },
      { seller: { layout: 3 }, document_type: 'invoice' as const },
    ])
      for (const xml of files(values)) expect(xml).not.toContain('Grund');
  });

  test('a cancellation corrects the invoice it names, keeps the signs of the paper and asks for nothing', () => {
    const model = sampleEInvoice({ document_type: 'cancellation', items: [item({ quantity: -2.5 })] });
    expect(model).toMatchObject({ type_code: '384', preceding: { number: CANCELLED.number, date: CANCELLED.issue_date } });
    expect([model.gross, model.due_date, model.payment.iban, model.payment.terms]).toEqual([-238, null, '', '']);
    expect(eInvoiceProblems(model, 'xrechnung')).toEqual([]);
  });

  test('a negative price becomes a negative quantity, and a discount names what it is taken from', () => {
    const { lines } = sampleEInvoice({ items: [item({ unit_price: -33.33, quantity: 3, discount_percent: 10 })] });
    expect(lines[0]).toMatchObject({ price: 33.33, quantity: -3, net: -89.99, discount: { percent: 10, base: -99.99, amount: -10 } });
  });

  test('what is outside the scope of VAT names no VAT IDs, and the seller is known by the tax number', () => {
    const { seller, buyer, taxes } = sampleEInvoice({ items: [untaxed('O')], buyer: { vat_id: 'ATU13585627' } });
    expect([seller.vat_id, buyer.vat_id, seller.identifier, taxes[0]?.reason_code]).toEqual(['', '', '41/123/04567', 'VATEX-EU-O']);
  });

  test('a zero rate has no reason, other untaxed lines have the sentence that is printed', () => {
    const model = sampleEInvoice({ items: [untaxed('Z'), untaxed('E', '§ 4 Nr. 21 UStG'), untaxed('E', '§ 4 Nr. 14 UStG')] });
    expect(model.taxes.map(({ category, reason }) => [category, reason])).toEqual([
      ['E', 'Steuerfrei: § 4 Nr. 21 UStG. Steuerfrei: § 4 Nr. 14 UStG.'],
      ['Z', ''],
    ]);
    expect(model.notes).toEqual(['Danke', 'Umsatzsteuersatz 0 % (§ 12 Abs. 3 UStG).']);
  });

  test('nothing that changes after the issue changes it', () => {
    const sources = { seller: SELLER, buyer: BUYER, cancelled: null };
    const later = {
      status: 'cancelled',
      paid_total: 238,
      payment_status: 'paid',
      delivery: 'sent',
      sent_at: '2026-02-01T00:00:00Z',
    } as const;
    const after = {
      ...later,
      internal_notes: 'anders',
      updated_at: '2030-01-01T00:00:00Z',
      rev: 'z',
      cancelled_by_id: 'x',
      exchange: null,
    };
    expect(eInvoiceOf({ ...issuedInvoice(), ...after }, sources)).toEqual(eInvoiceOf(issuedInvoice(), sources));
  });

  test('the contact for questions is the one entered for them, else the company’s', () => {
    const contact = (seller: object) => Object.values(sampleEInvoice({ seller }).seller.contact);
    expect(contact({})).toEqual(['Müller & Söhne GmbH', '+49 40 1234567', 'rechnung@mueller.example']);
    const own = { contact_name: 'Änne', contact_phone: '040 1', contact_email: 'a@b.example' };
    expect(contact(own)).toEqual(['Änne', '040 1', 'a@b.example']);
  });
});

describe('Leitweg-IDs', () => {
  test.each(['04011000-1234512345-06', '991-33333TEST-33', '992-90009-96', '05711-06001-79'])('%s is one', (id) =>
    expect(isLeitwegId(id)).toBe(true),
  );
  test('a changed digit is noticed, in any place', () => {
    const id = '04011000-1234512345-06';
    const digits = Array.from(id).flatMap((character, place) => (character === '-' ? [] : [place]));
    fc.assert(
      fc.property(fc.constantFrom(...digits), fc.integer({ min: 1, max: 9 }), (place, step) => {
        const mistyped = id.slice(0, place) + String((Number(id[place]) + step) % 10) + id.slice(place + 1);
        return looksLikeLeitwegId(mistyped) && !isLeitwegId(mistyped);
      }),
    );
  });
  test('another reference is none', () => expect(['PO 4711', '4711', 'KST-12-3x'].map(looksLikeLeitwegId)).toEqual([false, false, false]));
});

test('units have the codes of UN/ECE 20, and a word that has none stays in the text', () => {
  expect(['h', 'Std.', 'day', 'month', 'year', 'piece', 'flat', 'km', 'Stück', 'm²', 'Palette', ''].map(unitCode)).toEqual([
    'HUR',
    'HUR',
    'DAY',
    'MON',
    'ANN',
    'H87',
    'LS',
    'KMT',
    'H87',
    'MTK',
    'C62',
    'C62',
  ]);
  expect([isUnitLost('Palette'), isUnitLost('h'), isUnitLost('')]).toEqual([true, false, false]);
  expect(sampleEInvoice({ items: [item({ unit: 'Palette' })] }).lines[0]?.description).toBe('Vor Ort\nPalette');
});

describe('the files', () => {
  test('no text can break out of its element, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        const written = leaf('a', text, { b: text });
        const inside = written.slice(written.indexOf('>') + 1, -'</a>'.length);
        return written === '' || !/[<>]/.test(inside);
      }),
    );
    expect(leaf('a', 'x\u0000\u000b\ud800\uffffy & <b> "c"\r\n😀')).toBe('<a>xy &amp; &lt;b&gt; &quot;c&quot;\n😀</a>');
  });

  test('XRechnung in UBL says what the invoice says', () => {
    const xml = writeUbl(sampleEInvoice({ items: [item({ discount_percent: 10 })], service_to: '2026-01-31' }));
    for (const part of [
      'xrechnung_3.0</cbc:CustomizationID>',
      '<cbc:ID>RE-2026-0042</cbc:ID><cbc:IssueDate>2026-01-02</cbc:IssueDate><cbc:DueDate>2026-01-16</cbc:DueDate><cbc:InvoiceTypeCode>380<',
      '<cbc:BuyerReference>04011000-12345-03</cbc:BuyerReference><cac:InvoicePeriod><cbc:StartDate>2026-01-01</cbc:StartDate>',
      '<cbc:RegistrationName>Bundesamt für &lt;Beispiel&gt;</cbc:RegistrationName>',
      '<cbc:PaymentMeansCode>58</cbc:PaymentMeansCode><cbc:PaymentID>RE-2026-0042</cbc:PaymentID><cac:PayeeFinancialAccount><cbc:ID>DE89370400440532013000</cbc:ID>',
      '<cbc:InvoicedQuantity unitCode="HUR">2.5</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="EUR">180.00</cbc:LineExtensionAmount>',
      '<cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric><cbc:Amount currencyID="EUR">20.00</cbc:Amount><cbc:BaseAmount currencyID="EUR">200.00<',
      '<cbc:PayableAmount currencyID="EUR">214.20</cbc:PayableAmount>',
    ])
      expect(xml).toContain(part);
    expect(xml).not.toContain('geheim');
  });

  test('CII is an XRechnung or what ZUGFeRD carries, by its profile', () => {
    const [authority, company] = (['xrechnung', 'en16931'] as const).map((profile) => writeCii(sampleEInvoice(), profile));
    expect(authority).toContain('xrechnung_3.0</ram:ID>');
    expect(company).toContain('<ram:ID>urn:cen.eu:en16931:2017</ram:ID>');
    for (const part of [
      '<udt:DateTimeString format="102">20260102</udt:DateTimeString>',
      '<ram:BilledQuantity unitCode="HUR">2.5</ram:BilledQuantity>',
      '<ram:TaxTotalAmount currencyID="EUR">38.00</ram:TaxTotalAmount><ram:GrandTotalAmount>238.00</ram:GrandTotalAmount>',
    ])
      expect([authority, company].every((xml) => xml?.includes(part))).toBe(true);
  });

  test('an invoice that was issued once is written the same for ever: another hash would be another file under its number', () => {
    const kinds = (['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const).map((category) =>
      sampleEInvoice({
        items:
          category === 'S'
            ? [item({ discount_percent: 12.5, quantity: 1.2345 }), item({ position: 2, tax_rate: 7 })]
            : [untaxed(category, '§ 4')],
        service_to: category === 'E' ? '2026-01-31' : null,
        currency: category === 'G' ? 'JPY' : 'EUR',
        buyer: { vat_id: 'ATU13585627', buyer_reference: category === 'AE' ? 'KST 1' : BUYER.buyer_reference },
      }),
    );
    const all = [...kinds, sampleEInvoice({ document_type: 'cancellation', items: [item({ quantity: -1 })] })];
    const hash = (write: (invoice: (typeof all)[number]) => string) =>
      createHash('sha256').update(all.map(write).join('')).digest('hex').slice(0, 16);
    expect({
      ubl: hash(writeUbl),
      cii: hash((invoice) => writeCii(invoice, 'xrechnung')),
      zugferd: hash((invoice) => writeCii(invoice, 'en16931')),
    }).toEqual({ ubl: '0129efaee3cfa9f6', cii: 'a71869b755a3d9df', zugferd: '2f9abc48aab22826' });
  });

  test('the same invoice gives the same bytes', () => {
    expect(writeUbl(sampleEInvoice())).toBe(writeUbl(sampleEInvoice()));
    expect(writeCii(sampleEInvoice(), 'en16931')).toBe(writeCii(sampleEInvoice(), 'en16931'));
  });
});
