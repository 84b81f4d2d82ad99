import { describe, expect, test } from 'vitest';
import type { Payment } from './payment.ts';
import { openAmount, openDoubles, overpayment, paidTotal, paymentState, possibleDouble } from './payment-state.ts';

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
  is_separate: false,
  reverses_payment_id: null,
  reversal_reason: '',
  invoice_id: 'i',
  amount: 119,
  currency: 'EUR',
  payment_date: '2026-03-01',
  booked_on: null,
  exchange: null,
  tax_point: null,
  tax_shares: [],
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
  expect(possibleDouble(known, { ...candidate, payment_date: '2026-02-25' })).toBeNull();
  expect(possibleDouble(known, { ...candidate, amount: 119.01 })).toBeNull();
  expect(possibleDouble(known, { ...candidate, currency: 'USD' })).toBeNull();
  expect(possibleDouble(known, { ...candidate, invoice_id: 'j' })).toBeNull();
  expect(possibleDouble(known, { ...candidate, id: 'p' })).toBeNull();
});

test('[SYNC-46] equal payments of two devices are asked about until somebody says that they are separate, or deletes one', () => {
  const [first, second] = [
    payment({ id: 'b', created_at: '2026-03-01T10:00:00Z' }),
    payment({ id: 'a', created_at: '2026-03-02T09:00:00Z' }),
  ];
  expect(openDoubles([second, first])).toEqual([{ payment: second, earlier: first }]); // on every device the same one
  expect(openDoubles([first, { ...second, is_separate: true }])).toEqual([]);
  expect(openDoubles([{ ...first, is_separate: true }, second])).toHaveLength(1); // that was about another one, before
  expect(openDoubles([first])).toEqual([]);
  expect(openDoubles([first, { ...second, payment_date: '2026-03-09' }])).toEqual([]);
  const third = payment({ id: 'c', created_at: '2026-03-02T10:00:00Z' });
  expect(openDoubles([first, second, third]).map((each) => each.payment.id)).toEqual(['a', 'c']);
});
