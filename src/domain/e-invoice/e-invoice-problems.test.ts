import { expect, test } from 'vitest';
import { item, sampleEInvoice } from '#tests/support/sample-e-invoice.ts';
import { eInvoiceProblems } from './e-invoice-problems.ts';
import type { EInvoice } from './e-invoice.ts';

type Values = Parameters<typeof sampleEInvoice>[0];
const broken = (values: Values, profile: 'xrechnung' | 'en16931' = 'en16931') =>
  eInvoiceProblems(sampleEInvoice(values), profile).map(({ rule, place }) => `${rule} ${place}`);
const brokenIn = (part: Partial<EInvoice>, values: Values = {}) =>
  eInvoiceProblems({ ...sampleEInvoice(values), ...part }, 'en16931').map(({ rule }) => rule);
const untaxed = (tax_category: 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O') =>
  item({ tax_category, tax_rate: 0, exemption_reason: tax_category === 'E' ? '§ 4' : null });
const NOBODY = { vat_id: '', tax_number: '' };
const BUSINESS = { vat_id: 'ATU13585627', country: 'AT' };
const DEPOT = {
  delivery_name: 'Lager',
  delivery_street: 'Hafenweg',
  delivery_house_number: '3',
  delivery_postal_code: '20457',
  delivery_city: 'Hamburg',
};

test('each category has its own demands and nobody else’s', () => {
  for (const category of ['Z', 'E', 'AE', 'K', 'G', 'O'] as const)
    expect([category, broken({ items: [untaxed(category)], buyer: BUSINESS })]).toEqual([category, []]);
  const without = (category: 'Z' | 'E' | 'AE' | 'K' | 'G', seller: object, buyer: object = BUSINESS) =>
    broken({ items: [untaxed(category)], seller, buyer });
  expect(without('Z', NOBODY)).toEqual(['BR-CO-26 company', 'BR-Z-02 company']);
  expect(without('E', NOBODY)).toEqual(['BR-CO-26 company', 'BR-E-02 company']);
  expect(without('AE', NOBODY)).toEqual(['BR-CO-26 company', 'BR-AE-02 company']);
  expect(without('AE', {}, {})).toEqual(['BR-AE-02 customer']);
  expect(without('K', { vat_id: '' })).toEqual(['BR-IC-02 company']);
  expect(without('K', {}, {})).toEqual(['BR-IC-02 customer']);
  expect(without('G', { vat_id: '' })).toEqual(['BR-G-02 company']);
  expect(broken({ items: [untaxed('K')], buyer: BUSINESS, service_from: null })).toEqual(['BR-IC-11 invoice']);
  expect(broken({ items: [untaxed('Z')], service_from: null })).toEqual([]);
  expect(broken({ seller: NOBODY })).toEqual(['BR-CO-26 company', 'BR-S-02 company']);
  expect([broken({ seller: { vat_id: '' } }), broken({ seller: { tax_number: '' } })]).toEqual([[], []]);
  expect(broken({ items: [item(), item({ tax_category: 'S', tax_rate: 0 })] })).toEqual(['BR-S-05 invoice']);
  expect(broken({ items: [item(), untaxed('O')] })).toContain('BR-O-11 invoice');
});

test('one line, one part of the sums is enough to break a rule', () => {
  const values = { items: [item(), item({ tax_rate: 7 })] };
  expect(broken({ items: [item(), item({ description: ' ' })] })).toEqual(['BR-25 invoice']);
  expect(broken(values)).toEqual([]);
  const [first, second] = sampleEInvoice(values).taxes;
  if (!first || !second) throw new Error('two rates');
  expect(brokenIn({ taxes: [first, { ...second, net: second.net + 1 }] }, values)).toContain('BR-S-08');
  expect(brokenIn({ taxes: [{ ...first, tax: first.tax + 1 }, second] }, values)).toContain('BR-CO-17');
  expect(broken({ items: [item(), untaxed('Z')] })).toEqual([]);
});

test('what is at the edge is allowed, what is missing is asked for once', () => {
  expect([broken({ service_to: '2026-01-01' }), broken({ service_to: '2026-01-31' })]).toEqual([[], []]);
  const unpaid = { due_date: null, payment_terms: '', seller: { payment_instructions: '' } };
  expect([broken({ ...unpaid, items: [item({ unit_price: 0 })] }), broken({ ...unpaid, issue_date: null })]).toEqual([[], []]);
  expect(broken({ due_date: null })).toEqual([]);
  expect(broken({ payment_terms: '', seller: { payment_instructions: '' } })).toEqual([]);
  expect(broken({ buyer: { name: '', country: '' } })).toEqual(['BR-07 invoice']);
  expect(broken({ buyer: DEPOT }, 'xrechnung')).toEqual([]);
  expect([broken({ seller: { phone: '110' } }, 'xrechnung'), broken({ seller: { phone: '' } }, 'xrechnung')]).toEqual([
    [],
    ['BR-DE-6 company'],
  ]);
  expect(broken({ reference: ' ', buyer: { buyer_reference: ' ' } }, 'xrechnung')).toContain('BR-DE-15 customer');
  expect(broken({ buyer: { e_address: '04011000-12345-34', e_address_scheme: '0204' } })).toEqual(['LEITWEG-ID customer']);
});

test('what German authorities alone ask for breaks nothing elsewhere', () => {
  const seller = { city: '', postal_code: '', phone: '', iban: 'DE88370400440532013000' };
  expect(broken({ seller, buyer: { city: '', postal_code: '' }, service_from: null, payment_terms: ' #1' })).toEqual([]);
  expect(broken({ buyer: { ...DEPOT, delivery_city: '', delivery_postal_code: '' } })).toEqual([]);
});
