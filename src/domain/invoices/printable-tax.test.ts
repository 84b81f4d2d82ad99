import { describe, expect, test } from 'vitest';
import { SMALL_BUSINESS } from '#domain/tax/line-tax.ts';
import { isPossibleVatId } from '#domain/tax/vat-id.ts';
import { blankLine, type InvoiceLine, keptLines } from './invoice-form.ts';
import { invoiceTotals } from './invoice-totals.ts';
import type { Invoice, InvoiceItem } from './invoice.ts';
import { printableTax } from './printable-tax.ts';
import { proposedCategories } from './proposed-tax.ts';

type Tax = Pick<InvoiceItem, 'tax_rate' | 'tax_category' | 'exemption_reason'>;
const tax = (tax_category: Tax['tax_category'], tax_rate = 0, exemption_reason: string | null = null): Tax => ({
  tax_rate,
  tax_category,
  exemption_reason,
});
/** How an invoice with such lines of 100 each is printed. */
function printed(lines: readonly Tax[], { mode = 'standard', number = null, country = 'DE', language = 'de' }: Partial<Options> = {}) {
  const items = lines.map((line, i) => ({ ...blankLine(String(i), line), ...line, unit_price: 100, position: i + 1 }) as InvoiceItem);
  const { tax_breakdown } = invoiceTotals(items, { currency: 'EUR', taxMode: mode });
  return printableTax({ items, language, tax_mode: mode, tax_breakdown, number }, country);
}
type Options = { mode: Invoice['tax_mode']; number: string | null; country: string; language: 'en' | 'de' };

describe('how a document says that it bears no tax', () => {
  test('one reason for all of it is one sentence without marks or rates', () => {
    expect(printed([tax('K'), tax('K')])).toMatchObject({
      isTaxed: false,
      marks: ['', ''],
      notes: ['Steuerfreie innergemeinschaftliche Lieferung (§ 4 Nr. 1 Buchst. b, § 6a UStG).'],
    });
  });

  test('where only parts are meant, lines, sums and sentences carry the same mark', () => {
    const { isTaxed, marks, notes, byRate } = printed([tax('S', 19), tax('G'), tax('E', 0, '§ 4 Nr. 21 UStG')]);
    expect(isTaxed).toBe(true);
    expect(marks).toEqual(['', '(1)', '(2)']);
    expect(notes).toEqual(['(1) Steuerfreie Ausfuhrlieferung (§ 4 Nr. 1 Buchst. a, § 6 UStG).', '(2) Steuerfrei: § 4 Nr. 21 UStG.']);
    expect(byRate.map(({ untaxed, tax: amount }) => [untaxed, amount])).toEqual([
      [null, 19],
      ['Steuerfrei (2)', 0],
      ['Ausfuhr (1)', 0],
    ]);
  });

  test('what was issued before lines said their category is printed as it went out', () => {
    const old = { number: 'INV-1', country: 'AT' };
    expect(printed([tax(null, 19)], { ...old, mode: 'reverse_charge' })).toMatchObject({
      isTaxed: false,
      notes: ['Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).'],
    });
    expect(printed([tax(null, 7)], { ...old, mode: 'small_business' }).notes).toEqual([
      'Gemäß § 19 UStG wird keine Umsatzsteuer berechnet.',
    ]);
    expect(printed([tax(null, 19), tax(null, 0)], old)).toMatchObject({ isTaxed: true, marks: ['', ''], notes: [], rates: [19, 0] });
  });

  test.each(['Z', 'E', 'AE', 'G', 'O'] as const)('nothing German stands on a British document: %s', (category) => {
    for (const language of ['en', 'de'] as const)
      for (const reason of [null, SMALL_BUSINESS])
        expect(printed([tax(category, 0, reason)], { country: 'GB', language }).notes.join()).not.toMatch(/§|UStG|Germany|Deutschland/);
  });
});

test('lines that an older app kept while they were typed say what its mode meant', () => {
  const { tax_category: _, exemption_reason: __, ...old } = blankLine('a', tax('S', 19));
  const kept = (mode: Invoice['tax_mode'], tax_rate: number | null = 19) => {
    const [line] = keptLines([{ ...old, tax_rate } as InvoiceLine], mode);
    return [line?.tax_category, line?.tax_rate, line?.exemption_reason];
  };
  expect(kept('standard')).toEqual(['S', 19, null]);
  expect(kept('standard', 0)).toEqual([null, 0, null]);
  expect(kept('standard', null)).toEqual([null, null, null]);
  expect(kept('reverse_charge')).toEqual(['AE', 0, null]);
  expect(kept('small_business')).toEqual(['E', 0, SMALL_BUSINESS]);
});

test('a customer abroad is asked about, one at home or in the EU without a VAT ID is not', () => {
  const to = (country: string, vat_id = '', home = 'DE') => proposedCategories({ country, vat_id }, home);
  expect(to('DK', 'DK12345678')).toEqual({ isInEu: true, services: 'AE', goods: 'K' });
  expect(to('US')).toEqual({ isInEu: false, services: 'O', goods: 'G' });
  expect(to('DE', 'DE136695976', 'GB')).toEqual({ isInEu: false, services: 'O', goods: 'G' });
  expect([to('DK'), to('DE', 'DE136695976'), to('')]).toEqual([null, null, null]);
});

test.each([
  ['DE136695976', true],
  ['de 136.695-976', true],
  ['DE136695977', false],
  ['DE13669597', false],
  ['ATU12345678', true],
  ['AT12345678', false],
  ['NL123456789B01', true],
  ['EL123456789', true],
  ['US12', true],
  ['', true],
])('the VAT ID %j can exist: %s', (id, expected) => {
  expect(isPossibleVatId(id)).toBe(expected);
});
