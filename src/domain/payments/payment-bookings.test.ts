import { expect, test } from 'vitest';
import { paymentOf } from '#tests/support/finance-records.ts';
import { isReversedPayment, paymentChangeRefusal, paymentReversalRefusal, reversalOfPayment } from './payment-bookings.ts';

const payment = paymentOf({ id: 'p', payment_date: '2026-01-31', created_at: '2026-02-01T10:00:00Z', amount: 119 });
const reversal = paymentOf({ id: 'r', reverses_payment_id: 'p', reversal_reason: 'Bounced', amount: -119 });
const rules = { window: 'month', closed: new Set<string>(), now: new Date('2026-03-01T10:00:00Z') };

test('a payment is changed while its month is open and the days after its entry are not over', () => {
  const siblings = [payment];
  const refusal = (more: Partial<typeof rules>) => paymentChangeRefusal(payment, { rules: { ...rules, ...more }, siblings });
  expect(refusal({})).toBeNull();
  expect(refusal({ closed: new Set(['2026-01-01']) })).toBe('period_closed');
  expect(refusal({ closed: new Set(['2026-02-01']) })).toBeNull();
  expect(refusal({ window: '30' })).toBeNull();
  expect(refusal({ window: '14' })).toBe('booked');
});

test('a payment and its reversal stay as they are, and neither is reversed again', () => {
  const siblings = [payment, reversal];
  expect(siblings.map((each) => paymentChangeRefusal(each, { rules, siblings }))).toEqual(['reversed', 'reversed']);
  expect(siblings.map((each) => paymentReversalRefusal(each, siblings))).toEqual(['reversed', 'reversed']);
  expect(siblings.map((each) => isReversedPayment(each, siblings))).toEqual([true, false]);
  expect(paymentReversalRefusal(payment, [payment])).toBeNull();
});

test('a payment and its reversal add up to nothing, for the same invoice', () => {
  const { amount, invoice_id, reverses_payment_id, is_separate } = reversalOfPayment(payment);
  expect([amount + payment.amount, invoice_id, reverses_payment_id, is_separate]).toEqual([0, payment.invoice_id, 'p', true]);
});
