import { describe, expect, test } from 'vitest';
import { documentFormat } from './document-format.ts';
import { documentTitle, unitText } from './document-text.ts';

const format = (language: 'en' | 'de', currency = 'EUR', currency_position: 'prefix' | 'suffix' = 'suffix') =>
  documentFormat({ language, currency, currency_position });

describe('figures of a document', () => {
  test.each([
    ['de', 'EUR', 'suffix', 1234.5, '1.234,50 €'],
    ['de', 'EUR', 'prefix', 1234.5, '€ 1.234,50'],
    ['en', 'GBP', 'prefix', 1234.5, '£1,234.50'],
    ['en', 'EUR', 'suffix', -0.5, '−0.50 €'],
    ['en', 'CHF', 'prefix', -10, '−CHF 10.00'],
    ['en', 'JPY', 'suffix', 1500, '1,500 ¥'],
    ['en', 'JPY', 'prefix', 148500, '¥148,500'],
    ['en', 'USD', 'prefix', 1, 'US$1.00'],
    ['de', 'KWD', 'suffix', 1.2345, '1,235 KWD'],
    ['de', 'EUR', 'suffix', -0.001, '0,00 €'],
  ] as const)('%s %s as %s: %d is %s', (language, currency, position, amount, expected) => {
    expect(format(language, currency, position).money(amount).replaceAll('\u00a0', ' ')).toBe(expected);
  });

  test('a unit price keeps the decimals it was agreed with', () => {
    const { unitPrice } = format('de');
    expect([unitPrice(0.0125), unitPrice(12)].map((text) => text.replaceAll('\u00a0', ' '))).toEqual(['0,0125 €', '12,00 €']);
  });

  test('quantities, rates and days follow the language', () => {
    expect([format('de').quantity(1234.25), format('en').quantity(-1234.25)]).toEqual(['1.234,25', '−1,234.25']);
    expect([format('de').percent(7.5), format('en').percent(7.5)]).toEqual(['7,5\u00a0%', '7.5%']);
    expect([format('de').date('2026-02-01'), format('en').date('2026-02-01')]).toEqual(['01.02.2026', '1 Feb 2026']);
    expect(format('de').period('2026-02-01', '2026-02-28')).toBe('01.–28.02.2026');
  });
});

describe('words of a document', () => {
  test('without a number it is a draft', () => {
    expect(documentTitle({ kind: 'invoice', language: 'de', number: null })).toBe('Rechnung – Entwurf');
    expect(documentTitle({ kind: 'cancellation', language: 'en', number: 'INV-7' })).toBe('Cancellation invoice INV-7');
  });

  test('known units follow the number, own ones stay', () => {
    expect([unitText('month', 1, 'de'), unitText('month', 2, 'de'), unitText('Paletten', 2, 'en')]).toEqual([
      'Monat',
      'Monate',
      'Paletten',
    ]);
  });
});
