import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromMinor, toMinor } from '#domain/money/money.ts';
import {
  bookedExchange,
  converted,
  convertedParts,
  enteredExchange,
  type Exchange,
  exchangeWith,
  isRateText,
  type PaymentExchange,
  paymentExchange,
  turnedExchange,
} from './document-exchange.ts';

const CURRENCIES = ['EUR', 'USD', 'GBP', 'JPY', 'KWD'] as const;
const currency = fc.constantFrom(...CURRENCIES);
const minor = fc.integer({ min: -10_000_000, max: 10_000_000 });
const rate = fc
  .tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 999_999 }))
  .map(([whole, part]) => `${whole}.${String(part).padStart(6, '0')}`);
const by = (its: string, to: string): Omit<Exchange, 'amount'> => ({
  currency: to,
  rate: its,
  day: '2026-01-15',
  source: 'ecb',
  version: '2026-02-01',
});
const known = { rate: '0.92', day: '2026-01-15', source: 'ecb', version: '2026-02-01', provisional: false } as const;
const entered: Exchange = { ...by('0.5', 'EUR'), source: 'manual', version: '', amount: 1 };

test('a rate is a decimal above zero, at most nine places before the point and twelve after', () => {
  expect(['0.92', '1', '999999999.123456789012', '0.000000000001'].map(isRateText)).toEqual([true, true, true, true]);
  expect(['0', '0.0', '-1', '1e3', '', '1.', '.5', '01', '1234567890', '0.1234567890123'].filter(isRateText)).toEqual([]);
});

test('the parts of a document add up to the converted whole, and each tax is what its own conversion makes', () => {
  fc.assert(
    fc.property(currency, currency, rate, fc.array(fc.tuple(minor, minor), { minLength: 1, maxLength: 6 }), (from, to, its, amounts) => {
      const parts = amounts.map(([net, tax]) => ({ net: fromMinor(BigInt(net), from), tax: fromMinor(BigInt(tax), from) }));
      const gross = parts.reduce((sum, { net, tax }) => sum + toMinor(net, from) + toMinor(tax, from), 0n);
      const exchange = exchangeWith(by(its, to), fromMinor(gross, from), from);
      const inBooks = convertedParts(parts, from, exchange);
      const sum = inBooks.reduce((all, { net, tax }) => all + toMinor(net, to) + toMinor(tax, to), 0n);
      expect(fromMinor(sum, to)).toBe(exchange.amount);
      expect(inBooks.map(({ tax }) => tax)).toEqual(parts.map(({ tax }) => converted(tax, from, exchange)));
    }),
  );
});

test('what the roundings leave goes to the largest net, of equal ones to the first', () => {
  const parts = [0.01, 0.03, -0.03].map((net) => ({ net, tax: 0 }));
  const exchange = { ...by('0.5', 'EUR'), amount: 0.01 };
  expect(convertedParts(parts, 'USD', exchange).map(({ net }) => net)).toEqual([0.01, 0.02, -0.02]);
  expect(convertedParts(parts, 'USD', { ...exchange, amount: 0.02 }).map(({ net }) => net)).toEqual([0.01, 0.03, -0.02]);
});

describe('what a document is worth when it is booked', () => {
  const bill = { amount: 100, currency: 'USD' };
  test('by the rate that is known', () => {
    expect(bookedExchange(bill, 'EUR', known)).toEqual({ ...by('0.92', 'EUR'), amount: 92 });
  });
  test('by the rate that a person entered, whatever is known', () => {
    expect(bookedExchange({ ...bill, exchange: entered }, 'EUR', known)).toEqual({ ...entered, amount: 50 });
  });
  test('nothing in the currency of the books, and where nobody knows a rate', () => {
    expect([bookedExchange({ ...bill, currency: 'EUR' }, 'EUR', known), bookedExchange(bill, 'EUR', null)]).toEqual([null, null]);
  });
  test('by the known one where the entered rate is of other books', () => {
    expect(bookedExchange({ ...bill, exchange: entered }, 'CHF', known)).toMatchObject({ currency: 'CHF', rate: '0.92' });
  });
  test('what a device found is no entered rate, nor is one into its own currency', () => {
    expect(enteredExchange({ ...bill, exchange: { ...entered, source: 'ecb' } })).toBeNull();
    expect(enteredExchange({ ...bill, currency: 'EUR', exchange: entered })).toBeNull();
  });
});

test('payments of a whole document settle its amount to the cent, and gains with it are what was paid', () => {
  fc.assert(
    fc.property(currency, currency, rate, fc.array(fc.tuple(minor, rate), { minLength: 1, maxLength: 6 }), (from, to, its, paid) => {
      fc.pre(from !== to);
      const gross = paid.reduce((sum, [amount]) => sum + BigInt(amount), 0n);
      const document = exchangeWith(by(its, to), fromMinor(gross, from), from);
      const others: { amount: number; exchange: PaymentExchange | null }[] = [];
      for (const [amount, own] of paid) {
        const payment = { amount: fromMinor(BigInt(amount), from), currency: from };
        const exchange = paymentExchange(exchangeWith(by(own, to), payment.amount, from), payment, { document, others });
        others.push({ ...payment, exchange });
      }
      const sum = (of: (exchange: PaymentExchange) => number) =>
        others.reduce((all, { exchange }) => all + toMinor(exchange ? of(exchange) : 0, to), 0n);
      const gained = sum(({ amount, document_amount: settled }) => fromMinor(toMinor(amount, to) - toMinor(settled ?? 0, to), to));
      expect(gained + toMinor(document.amount, to)).toBe(sum(({ amount }) => amount));
    }),
  );
});

test('a payment settles nothing by a rate that its document does not have, or has of other books', () => {
  const payment = { amount: 10, currency: 'USD' };
  const own = exchangeWith(by('0.9', 'EUR'), 10, 'USD');
  for (const document of [null, undefined, exchangeWith(by('0.9', 'CHF'), 10, 'USD')])
    expect(paymentExchange(own, payment, { document, others: [] })?.document_amount).toBeNull();
  expect(paymentExchange(null, payment, { document: own, others: [] })).toBeNull();
});

test('what takes a document back has its rate and the sign turned', () => {
  const exchange = exchangeWith(by('0.9', 'EUR'), 10, 'USD');
  expect(turnedExchange(exchange)).toEqual({ ...exchange, amount: -9 });
  expect(turnedExchange({ ...exchange, document_amount: 8 })).toEqual({ ...exchange, amount: -9, document_amount: -8 });
  expect(turnedExchange({ ...exchange, document_amount: null })).toEqual({ ...exchange, amount: -9, document_amount: null });
  expect([turnedExchange(null), turnedExchange(undefined)]).toEqual([null, null]);
});
