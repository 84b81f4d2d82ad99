import { expect, test } from 'vitest';
import { EVERY_PAYMENT, passesPaymentFilter, paymentFilterFromParams, paymentFilterToParams } from './payment-filter.ts';
import type { Payment } from './payment.ts';

const payment = {
  invoice_id: 'i1',
  payment_date: '2026-01-30',
  method: 'cash',
  reference: 'Quittung 7',
  notes: '',
  amount: 892.38,
} as Payment;
const passes = (part: Partial<typeof EVERY_PAYMENT>) =>
  passesPaymentFilter(payment, { ...EVERY_PAYMENT, ...part }, () => 'INV-2026-12 Müller');

test('a payment is found by its reference, and by number and customer of its invoice', () => {
  expect(passes({ text: 'quittung' })).toBe(true);
  expect(passes({ text: 'muller 2026-12' })).toBe(true);
  expect(passes({ text: 'muller bahn' })).toBe(false);
  expect(['892,38 Müller', '892.38', 'quittung 892', '92.38', '893'].map((text) => passes({ text }))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('days are inclusive, the method is exact', () => {
  expect(passes({ from: '2026-01-30', to: '2026-01-30', method: 'cash' })).toBe(true);
  expect(passes({ from: '2026-01-31' })).toBe(false);
  expect(passes({ to: '2026-01-29' })).toBe(false);
  expect(passes({ method: 'card' })).toBe(false);
});

test('a payment without a rate in the currency of the books is found by that currency', () => {
  const of = (part: Partial<Payment>) => passesPaymentFilter({ ...payment, ...part }, { ...EVERY_PAYMENT, unrated: 'EUR' }, () => '');
  expect([of({ currency: 'USD', exchange: null }), of({ currency: 'EUR', exchange: null })]).toEqual([true, false]);
});

test('a filter survives its address, and nonsense in an address counts as nothing', () => {
  const filter = {
    sort: 'highest',
    method: 'card',
    from: '2026-01-01',
    to: '2026-02-01',
    currency: 'EUR',
    unrated: 'EUR',
    amountFrom: 0,
    amountTo: 892.38,
    text: 'x',
  } as const;
  expect(paymentFilterFromParams(new URLSearchParams(paymentFilterToParams(filter)))).toEqual(filter);
  expect(paymentFilterFromParams(new URLSearchParams('sort=up&method=gold&from=1.1.26'))).toEqual(EVERY_PAYMENT);
});
