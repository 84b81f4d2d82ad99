import { describe, expect, test } from 'vitest';
import type { Payment } from './payment.ts';
import { openAmount, overpayment, paidTotal, paymentState, possibleDouble } from './payment-state.ts';

const payment = (more: Partial<Payment> = {}): Payment => ({
  id: 'p',
  company_id: 'c',
  created_at: '',
  updated_at: '',
  rev: '1',
  created_by: 'me',
  method: 'bank_transfer',
  reference: '',
  notes: '',
  invoice_id: 'i',
  amount: 119,
  currency: 'EUR',
  payment_date: '2026-03-01',
  ...more,
});

describe('how far an invoice is paid', () => {
  test.each([
    [119, 0, 'unpaid'],
    [119, 0.01, 'partially_paid'],
    [119, 119, 'paid'],
    [119, 119.01, 'overpaid'],
    [119, -5, 'unpaid'],
    [-119, 0, 'unpaid'],
    [-119, -19, 'partially_paid'],
    [-119, -119, 'paid'],
    [0, 0, 'paid'],
    [0, 5, 'overpaid'],
  ] as const)('%d with %d received is %s', (gross, paid, state) => {
    expect(paymentState(gross, paid)).toBe(state);
  });

  test('thirds add up to the whole', () => {
    const thirds = [33.33, 33.33, 33.34].map((amount) => payment({ amount }));
    expect(paymentState(100, paidTotal(thirds, 'EUR'))).toBe('paid');
    expect(openAmount(118.99, 33.33, 'EUR')).toBe(85.66);
  });
});

test.each([
  [119, 0, 119, 0],
  [119, 100, 20, 1],
  [119, 119, 0.1, 0.1],
  [119, 200, -81, 0],
  [-119, 0, -120, 1],
])('of %d with %d received a payment of %d exceeds by %d', (gross, paid, amount, excess) => {
  expect(overpayment(gross, paid, { amount, currency: 'EUR' })).toBe(excess);
});

test('the same invoice and amount within three days may be the same payment', () => {
  const known = [payment()];
  const candidate = { invoice_id: 'i', amount: 119, currency: 'EUR', payment_date: '2026-03-04' };
  expect(possibleDouble(known, candidate)?.id).toBe('p');
  expect(possibleDouble(known, { ...candidate, payment_date: '2026-02-26' })?.id).toBe('p');
  expect(possibleDouble(known, { ...candidate, payment_date: '2026-03-05' })).toBeNull();
  expect(possibleDouble(known, { ...candidate, amount: 119.01 })).toBeNull();
  expect(possibleDouble(known, { ...candidate, invoice_id: 'j' })).toBeNull();
  expect(possibleDouble(known, { ...candidate, id: 'p' })).toBeNull();
});
