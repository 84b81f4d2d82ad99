import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { decimalOf, decimalText, dividedRounded } from './decimal.ts';
import { CURRENCY_CODES, currencyExponent, isCurrency } from './currency-codes.ts';
import { fromMinor, roundedTo, sumOf, taxInGross, taxOnNet, toMinor } from './money.ts';
import { amountForInput, formatAmount, parseAmount } from './typed-amount.ts';

describe('currencies', () => {
  test.each(['EUR', 'GBP', 'JPY', 'KWD', 'XOF', 'HRK'])('%s is money', (code) => expect(isCurrency(code)).toBe(true));
  test.each(['XXX', 'XTS', 'XAU', 'XDR', 'CHE', 'CLF', 'USN', 'ABC', 'eur', ''])('%j is none', (code) =>
    expect(isCurrency(code)).toBe(false),
  );
  test('each is known to Intl or newer than it, and named once', () => {
    expect(new Set(CURRENCY_CODES).size).toBe(CURRENCY_CODES.length);
    const unknown = CURRENCY_CODES.filter((code) => !Intl.supportedValuesOf('currency').includes(code));
    expect(unknown).toEqual(['VED']);
  });
});

test('what a browser believes of a currency decides nothing: amounts come to the same in every one', () => {
  const { NumberFormat } = Intl;
  // By ISO 4217, as Firefox and Safari go: forint have two decimals there and Iraqi dinar three.
  const digits = (currency = '') => ({ HUF: 2, IQD: 3 })[currency] ?? 2;
  vi.spyOn(Intl, 'NumberFormat').mockImplementation(function asElsewhere(language, options) {
    const own = digits(options?.currency);
    return new NumberFormat(language, { minimumFractionDigits: own, maximumFractionDigits: own, ...options });
  } as typeof NumberFormat);
  expect(['HUF', 'IQD', 'IDR', 'EUR'].map(currencyExponent)).toEqual([0, 0, 0, 2]);
  expect(roundedTo(99.5, 'HUF')).toBe(100);
  expect(formatAmount(100, 'HUF', 'de')).toBe('100\u00a0HUF');
  vi.restoreAllMocks();
});

const CURRENCIES = ['EUR', 'GBP', 'JPY', 'KWD'] as const;
const currency = fc.constantFrom(...CURRENCIES);
const minor = fc.bigInt({ min: -9_999_999_999n, max: 9_999_999_999n });

describe('rounding', () => {
  test.each([
    [1.005, 'EUR', 1.01],
    [-1.005, 'EUR', -1.01],
    [2.675, 'EUR', 2.68],
    [0.5, 'JPY', 1],
    [-0.5, 'JPY', -1],
    [1.0005, 'KWD', 1.001],
    [1e-7, 'EUR', 0],
    [0.1 + 0.2, 'EUR', 0.3],
  ])('%d %s is rounded half away from zero to %d', (amount, code, expected) => {
    expect(roundedTo(amount, code)).toBe(expected);
  });

  test('rounding is symmetric around zero', () => {
    fc.assert(fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (a, b) => dividedRounded(-a, b) === -dividedRounded(a, b)));
  });

  test('a decimal shows the same number as its text', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }), (value) => {
        const { digits, scale } = decimalOf(value);
        return Number(decimalText(digits, scale)) === (Object.is(value, -0) ? 0 : value);
      }),
    );
  });

  test('what is not a number is refused', () => {
    expect(() => toMinor(Number.NaN, 'EUR')).toThrow(RangeError);
    expect(() => toMinor(Number.POSITIVE_INFINITY, 'EUR')).toThrow(RangeError);
  });
});

describe('minor units', () => {
  test('the exponent is the currency’s own', () => {
    expect(CURRENCIES.map(currencyExponent)).toEqual([2, 2, 0, 3]);
  });

  test('minor units survive the way through a document', () => {
    fc.assert(fc.property(minor, currency, (value, code) => toMinor(fromMinor(value, code), code) === value));
  });

  test('a sum does not depend on the order', () => {
    fc.assert(
      fc.property(fc.array(minor, { maxLength: 30 }), currency, (values, code) => {
        const amounts = values.map((value) => fromMinor(value, code));
        return sumOf(amounts, code) === sumOf(amounts.toReversed(), code);
      }),
    );
    expect(sumOf([33.33, 33.33, 33.34], 'EUR')).toBe(100);
  });
});

describe('tax', () => {
  test.each([
    [119, 19, 19],
    [49.9, 7, 3.26],
    [100, 0, 0],
    [-119, 19, -19],
    [107.5, 7.5, 7.5],
  ])('%d gross at %d %% contains %d', (gross, rate, tax) => {
    expect(taxInGross(gross, rate, 'EUR')).toBe(tax);
  });

  test('tax on the net price is the tax in the gross price, give or take one minor unit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 99_999_999n }), fc.constantFrom(0, 5.5, 7, 19, 20, 25), currency, (value, rate, code) => {
        const net = fromMinor(value, code);
        const tax = taxOnNet(net, rate, code);
        const contained = taxInGross(sumOf([net, tax], code), rate, code);
        const difference = toMinor(tax, code) - toMinor(contained, code);
        return difference >= -1n && difference <= 1n;
      }),
    );
  });

  test('the contained tax is never more than the gross amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 9_999_999_999n }), fc.integer({ min: 0, max: 100_000 }), (value, rate) => {
        const gross = fromMinor(value, 'EUR');
        return taxInGross(gross, rate / 1000, 'EUR') <= gross;
      }),
    );
  });
});

describe('typed amounts', () => {
  test.each([
    ['1.234,56', 'de', 1234.56],
    ['1,234.56', 'en', 1234.56],
    ['1,234.56', 'de', 1234.56],
    ['1.234', 'de', 1234],
    ['1.234', 'en', 1.234],
    ['1,234', 'en', 1234],
    ['1,234', 'de', 1.234],
    ['12.50', 'de', 12.5],
    ['12,50', 'en', 12.5],
    ['0.125', 'de', 0.125],
    ['1.234.567', 'de', 1234567],
    ['1 234,5 €', 'de', 1234.5],
    ['£9.99', 'en', 9.99],
    ['12,50 EUR', 'de', 12.5],
    ["1'234.50", 'en', 1234.5],
    [',5', 'de', 0.5],
    ['12,', 'de', 12],
    ['−3,20', 'de', -3.2],
    ['3,20-', 'de', -3.2],
    ['-0', 'en', 0],
  ] as const)('%s in %s is %d', (typed, locale, expected) => {
    expect(parseAmount(typed, locale)).toBe(expected);
  });

  test.each(['', ' ', 'abc', '12.34.567', '1.23.45,6', '1,2,3', '--5', '1e5', '5+5', '.', '1,234,56'])('%j is not an amount', (typed) => {
    expect([parseAmount(typed, 'de'), parseAmount(typed, 'en')]).toEqual([null, null]);
  });

  test('what an input shows is read back as the same amount', () => {
    fc.assert(
      fc.property(minor, currency, fc.constantFrom('en' as const, 'de' as const), (value, code, locale) => {
        const amount = fromMinor(value, code);
        return parseAmount(amountForInput(amount, code, locale), locale) === amount;
      }),
    );
  });

  test('what is shown for reading can be pasted back', () => {
    fc.assert(
      fc.property(minor, fc.constantFrom('EUR', 'GBP', 'JPY'), fc.constantFrom('en' as const, 'de' as const), (value, code, locale) => {
        const amount = fromMinor(value, code);
        return parseAmount(formatAmount(amount, code, locale), locale) === amount;
      }),
    );
  });
});
