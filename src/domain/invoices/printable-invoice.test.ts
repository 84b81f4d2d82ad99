import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { companySettingsSchema } from '#domain/companies/company-settings.ts';
import type { Company } from '#domain/companies/company.ts';
import { type Customer, NO_DELIVERY_ADDRESS } from '#domain/customers/customer.ts';
import { letterheadOf } from '#domain/documents/seller-letterhead.ts';
import { eInvoiceOf } from '#domain/e-invoice/e-invoice-of.ts';
import { withPayments } from '#domain/reports/invoice-cells.ts';
import { draftInvoice } from './invoice-draft.ts';
import type { Invoice } from './invoice.ts';
import { buyerOf, sellerOf } from './party-snapshots.ts';
import { documentTexts, letterheadOfDocument, paymentSlip, printableDocument } from './printable-invoice.ts';

const record = { id: 'i', company_id: 'c', created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-02T00:00:00Z', rev: 'r' };
const address = { street: 'Hafenstraße', house_number: '12', postal_code: '20457', city: 'Hamburg', country: 'DE' };
const company: Company = {
  ...record,
  name: 'Nordlicht',
  logo_path: null,
  bank_accounts: [],
  settings: z.parse(companySettingsSchema, {
    company_details: { address, bank: { iban: 'DE89370400440532013000' } },
    invoice_defaults: { default_template_id: 'modern', default_delivery_note_template_id: 'compact' },
    tax: { vat_id: 'DE123456789' },
  }),
};
const contact = { contact_name: 'Frau Nowak', email: '', phone: '', vat_id: 'PL1', buyer_reference: 'PO 1', notes: '' };
const data = {
  e_address: null,
  e_address_scheme: null,
  e_invoice_format: null,
  customer_number: null,
  salutation: null,
  ...NO_DELIVERY_ADDRESS,
  reminder_hold: null,
};
const terms = { language: 'de', currency: 'EUR', payment_terms_days: 14, is_active: true } as const;
const customer: Customer = { ...record, ...address, ...contact, ...data, ...terms, name: 'Łódź Meble', city: 'Łódź', country: 'PL' };
const item = {
  id: 'a',
  position: 1,
  product_id: null,
  description: 'Konzept',
  unit: 'h',
  quantity: 3,
  unit_price: 33.33,
  discount_percent: 0,
  tax_rate: 19,
  tax_category: 'S' as const,
  exemption_reason: null,
};
const draft = draftInvoice(
  record,
  {
    customer_id: 'k',
    due_days: 14,
    service_from: '2026-01-01',
    service_to: null,
    currency: 'EUR',
    language: 'de',
    reference: '',
    notes: 'Danke',
    internal_notes: 'geheim',
    payment_terms: '14 Tage',
    tax_mode: 'standard',
    items: [{ ...item, id: 'b', position: 2 }, item],
  },
  'u',
);
const issued = {
  ...draft,
  status: 'issued',
  number: 'INV-1',
  issue_date: '2026-01-02',
  due_date: '2026-01-16',
  seller: sellerOf(company, 'de'),
} as const;

test('a draft is printed with what company and customer are today, lines in their order, without a number', () => {
  const document = printableDocument(draft, { company, customer, kind: 'document' });
  expect(document).toMatchObject({
    kind: 'invoice',
    template: 'modern',
    number: null,
    buyer: { name: 'Łódź Meble', reference: 'PO 1', address_lines: ['Hafenstraße 12', '20457 Łódź', 'Polen'] },
    totals: { net: 199.98, tax: 38, gross: 237.98 },
    epc: null,
  });
  expect(document.items.map(({ position, net }) => [position, net])).toEqual([
    [1, 99.99],
    [2, 99.99],
  ]);
  expect(JSON.stringify(document)).not.toContain('geheim');
});

test('an issued invoice is printed as it was issued: whatever becomes of company, payments and record, its copies are alike', () => {
  const look = { ...letterheadOf(company, 'de'), template: 'compact', footer_text: 'Amtsgericht Hamburg' };
  const its = { ...issued, seller: { ...issued.seller, letterhead: look }, buyer: buyerOf(customer) };
  const document = printableDocument(its, { company, customer: null, kind: 'document' });
  expect(document).toMatchObject({ template: 'compact', branding: { footer_text: 'Amtsgericht Hamburg' } });
  expect(document.epc).toContain('EUR237.98');
  const { invoice_defaults: defaults, company_details: details } = company.settings;
  const settings = {
    ...company.settings,
    company_details: { ...details, branding: { ...details.branding, primary_color: '#ff0000', accent_color: '#00ff00', font: 'Georgia' } },
    invoice_defaults: {
      ...defaults,
      default_template_id: 'classic',
      default_delivery_note_template_id: 'classic',
      items: { ...defaults.items, currency_position: 'prefix' as const, show_description: false, show_tax: false },
      footer: { text: 'Amtsgericht Kiel', show_page_numbers: !defaults.footer.show_page_numbers },
    },
  };
  const today = { ...company, name: 'Südlicht', logo_path: 'other.png', settings };
  for (const later of [
    {},
    { paid_total: 200, payment_status: 'partially_paid' },
    { paid_total: 237.98 },
    { status: 'cancelled' },
    { delivery: 'sent' },
  ] as const)
    for (const kind of ['document', 'delivery_note'] as const) {
      const copy = printableDocument({ ...its, ...later, updated_at: '2031-01-01T00:00:00Z' }, { company: today, customer: null, kind });
      expect(copy).toEqual(printableDocument(its, { company, customer, kind }));
    }
});

test('what was issued before letterheads were kept looks as its company did on the day of that update', () => {
  const { letterhead: _none, ...seller } = issued.seller;
  const former = { ...issued, seller };
  const former_letterhead = { ...letterheadOf(company, 'de'), template: 'compact', logo_path: 'former.png' };
  const today = { ...company, former_letterhead };
  expect(printableDocument(former, { company: today, customer, kind: 'document' }).template).toBe('compact');
  expect(letterheadOfDocument(former, today).logo_path).toBe('former.png');
  expect(printableDocument(draft, { company: today, customer, kind: 'document' }).template).toBe('modern');
  expect(printableDocument(former, { company, customer, kind: 'document' }).template).toBe('modern');
});

test('a payment slip asks for what is open on the day, in the look of the invoice', () => {
  const slip = (invoice: Invoice) => paymentSlip(invoice, { company, customer, today: '2026-03-01' });
  expect(slip(withPayments(issued, 200))).toMatchObject({
    kind: 'payment_slip',
    template: 'modern',
    number: 'INV-1',
    issue_date: '2026-03-01',
    due_date: '2026-01-16',
    items: [],
    totals: { gross: 37.98 },
    settled: { total: 237.98, received: 200 },
    cancels: { number: 'INV-1', date: '2026-01-02' },
  });
  expect(slip(withPayments(issued, 200))?.epc).toContain('EUR37.98');
  const asksForNothing = [draft, withPayments(issued, 237.98), withPayments(issued, 300), { ...issued, status: 'cancelled' as const }];
  expect([...asksForNothing, { ...issued, document_type: 'cancellation' as const }].map(slip)).toEqual([null, null, null, null, null]);
});

test('a delivery note names its invoice and asks for no money', () => {
  const note = printableDocument(issued, { company, customer, kind: 'delivery_note' });
  expect(note).toMatchObject({ kind: 'delivery_note', template: 'compact', due_date: null, payment_terms: '', epc: null });
  expect(note.cancels).toEqual({ number: 'INV-1', date: '2026-01-02' });
});

test('a cancellation names what it takes back and asks for no money', () => {
  const cancellation = { ...issued, document_type: 'cancellation', number: 'INV-2' } as const;
  const document = printableDocument(cancellation, { company, customer, kind: 'document', cancelled: issued });
  expect(document).toMatchObject({
    kind: 'cancellation',
    cancels: { number: 'INV-1', date: '2026-01-02' },
    due_date: null,
    payment_terms: '',
    epc: null,
  });
});

test('of several bank accounts the default one is printed', () => {
  const account = { id: 'x', name: 'Haus', iban: 'DE02120300000000202051', bic: 'BYLADEM1001', is_default: true };
  const bank_accounts = [{ ...account, id: 'w', iban: 'DE89370400440532013000', is_default: false }, account];
  expect(sellerOf({ ...company, bank_accounts }, 'de')).toMatchObject({ iban: account.iban, bic: account.bic, bank_name: 'Haus' });
});

test('an invoice asks to be paid as its company does: a draft as today, an issued one as it was issued, one from before not at all', () => {
  const { company_details } = company.settings;
  const bank = { ...company_details.bank, instructions: 'Neu' };
  const today = { ...company, settings: { ...company.settings, company_details: { ...company_details, bank } } };
  const printed = (invoice: Invoice, kind: 'document' | 'delivery_note' = 'document') =>
    printableDocument(invoice, { company: today, customer, kind }).payment_instructions;
  expect(printed(draft)).toBe('Neu');
  expect(printed({ ...issued, due_days: 30 })).toBe('Bitte überweisen Sie den Betrag innerhalb von 30 Tagen.');
  const { payment_instructions: _none, ...before } = issued.seller;
  expect(printed({ ...issued, seller: before })).toBe('');
  expect([printed(draft, 'delivery_note'), printed({ ...issued, document_type: 'cancellation' })]).toEqual(['', '']);
});

test.each([
  ['de', 'DE', 'EUR', 'Umsatzsteuer: 34,72\u00a0€ (1 USD = 0,9137 EUR, Kurs vom 02.01.2026).'],
  ['en', 'GB', 'GBP', 'VAT: 34.72\u00a0£ (1 USD = 0.9137 GBP, rate of 2 Jan 2026).'],
] as const)(
  'a %s invoice from %s in dollars says its tax in %s by the rate it was issued with',
  (language, country, currency, sentence) => {
    const notes = (values: Partial<Invoice>, kind: 'document' | 'delivery_note' = 'document') => {
      const rate = { currency, rate: '0.9137', day: '2026-01-02', source: 'ecb', version: '', amount: 217.44 } as const;
      const seller = { ...issued.seller, country };
      const its = { ...issued, language, currency: 'USD', exchange: rate, seller, ...values };
      return printableDocument(its, { company, customer, kind }).tax_notes;
    };
    expect(notes({})).toEqual([sentence]);
    // Not where nobody knows the rate, in the country's own currency, without tax, where no law asks, or on a delivery note.
    expect(notes({ exchange: null })).toEqual([]);
    expect(notes({ seller: { ...issued.seller, country: 'US' } })).toEqual([]);
    expect(notes({ seller: { ...issued.seller, country: 'SE' } })).toEqual([]);
    expect(notes({ tax_total: 0 })).toEqual([]);
    expect(notes({}, 'delivery_note')).toEqual([]);
  },
);

test('texts name days, dates and number of their own document, on paper, on screen and as data alike', () => {
  const seller = {
    ...issued.seller,
    payment_instructions: 'Zweck: {number}',
    letterhead: { ...letterheadOf(company, 'de'), footer_text: 'Zu {number}' },
  };
  const its = {
    ...issued,
    seller,
    language: 'de' as const,
    due_days: 14,
    notes: 'Vom {issue_date}',
    payment_terms: 'Bis {due_date}, {days} Tage',
  };
  const texts = ['Vom 02.01.2026', 'Bis 16.01.2026, 14 Tage', 'Zweck: INV-1'];
  const printed = printableDocument(its, { company, customer, kind: 'document' });
  expect([printed.notes, printed.payment_terms, printed.payment_instructions]).toEqual(texts);
  expect(printed.branding.footer_text).toBe('Zu INV-1');
  expect(documentTexts(its, company)).toEqual(texts);
  const data = eInvoiceOf(its, { seller, buyer: buyerOf(customer), cancelled: null });
  expect([data.notes[0], data.payment.terms]).toEqual([texts[0], `${texts[1]}\n${texts[2]}`]);
  expect(documentTexts({ ...its, number: null, issue_date: null, due_date: null, notes: '' }, company)[0]).toBe('Bis …, 14 Tage');
});

test('a line of cash discount is a sentence on paper and on screen, as authorities read it in the data, and on copies as it went out', () => {
  const line = '#SKONTO#TAGE=7#PROZENT=2.00#';
  const priced = { gross_total: 119, payment_terms: `30 Tage netto\n${line}`, issue_date: '2026-03-01', due_date: '2026-03-31' };
  const seller = { ...sellerOf(company, 'de'), payment_instructions: line };
  const issued: Invoice = { ...draft, ...priced, status: 'issued', number: 'RE-1', seller, buyer: buyerOf(customer) };
  const printed = (invoice: Invoice) => {
    const { payment_terms, payment_instructions } = printableDocument(invoice, { company, customer, kind: 'document' });
    return [payment_terms, payment_instructions].map((text) => text.replaceAll('\u00a0', ' '));
  };
  const sentence = '2 % Skonto bei Zahlung innerhalb von 7 Tagen (bis 08.03.2026): 2,38 €';
  expect(printed(issued)).toEqual([`30 Tage netto\n${sentence}`, sentence]);
  expect(printed({ ...issued, seller: { ...seller, layout: 2 } })).toEqual([priced.payment_terms, line]);
  expect(documentTexts({ ...issued, seller: { ...seller, layout: 2 } }, company).join()).not.toContain('#');
  expect(eInvoiceOf(issued, { seller, buyer: buyerOf(customer), cancelled: null }).payment.terms).toBe(`30 Tage netto\n${line}\n${line}\n`);
});

test('an invoice that comes to a credit, or to nothing, asks for no money: no day, no terms, no account as data', () => {
  for (const gross_total of [-237.98, 0]) {
    const credit = { ...issued, gross_total, payment_terms: 'Sofort', language: 'de' as const };
    const printed = printableDocument(credit, { company, customer, kind: 'document' });
    expect(printed).toMatchObject({ due_date: null, payment_terms: '', payment_instructions: '', epc: null });
    expect(documentTexts(credit, company)).not.toContain('Sofort');
    const data = eInvoiceOf(credit, {
      seller: { ...issued.seller, iban: 'DE89370400440532013000' },
      buyer: buyerOf(customer),
      cancelled: null,
    });
    expect([data.due_date, data.payment]).toEqual([null, expect.objectContaining({ code: '1', iban: '', terms: '' })]);
  }
});
