import { describe, expect, test } from 'vitest';
import { amountText, readAmount } from './money-text.ts';

describe('typed amounts', () => {
  test.each([
    ['1234,5', 1234.5],
    ['1.234,50', 1234.5],
    ['1.234', 1234],
    ['12.50', 12.5],
    ['1,234.50', 1234.5],
    ['0,1', 0.1],
    [',5', 0.5],
    ['12,50 €', 12.5],
    ['12,50 EUR', 12.5],
    ['-3', -3],
    ['−3,20', -3.2],
    ['1.234.567,89', 1234567.89],
    ["1'234,50", 1234.5],
  ])('in German %s is %d', (typed, value) => {
    expect(readAmount(typed, 'de', 'EUR')).toBe(value);
  });

  test.each([
    ['1234.5', 1234.5],
    ['1,234.50', 1234.5],
    ['1,234', 1234],
    ['12,5', 12.5],
    ['£12.50', 12.5],
    ['1.234,50', 1234.5],
  ])('in English %s is %d', (typed, value) => {
    expect(readAmount(typed, 'en', 'GBP')).toBe(value);
  });

  test('an empty field is no amount, not zero', () => {
    expect(readAmount('  ', 'de', 'EUR')).toBeNull();
  });

  test.each(['abc', '1,2,3', '12,345,6', '1.23.456', '--5', '12,505', '5-'])('%s is not an amount', (typed) => {
    expect(readAmount(typed, 'de', 'EUR')).toBeUndefined();
  });

  test('the currency decides about decimals', () => {
    expect(readAmount('1000,5', 'de', 'JPY')).toBeUndefined();
    expect(readAmount('1,125', 'de', 'KWD')).toBe(1.125);
  });

  test('what a field shows is read back as the same amount', () => {
    for (const language of ['en', 'de'])
      for (const value of [0, 0.01, 0.1, 12.5, 999.99, 1000, 1234567.89, -42.42])
        expect(readAmount(amountText(value, language, 'EUR'), language, 'EUR')).toBe(value);
  });
});
