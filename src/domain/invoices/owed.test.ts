import { expect, test } from 'vitest';
import { owedOf } from './owed.ts';

const invoice = {
  document_type: 'invoice',
  status: 'issued',
  currency: 'EUR',
  gross_total: 238,
  corrections: [] as { gross_total: number }[],
  paid_total: 0,
  payment_status: 'unpaid',
} as const;
const taken = { corrections: [{ gross_total: -119 }] };

test('what a customer owes is what corrections left and nobody paid, by currency; what was paid beyond goes back', () => {
  const { open, refund } = owedOf([
    invoice,
    { ...invoice, ...taken },
    { ...invoice, ...taken, paid_total: 19, payment_status: 'partially_paid' },
    { ...invoice, currency: 'USD', gross_total: 50 },
    { ...invoice, ...taken, paid_total: 238, payment_status: 'overpaid' },
    { ...invoice, status: 'cancelled', paid_total: 100, payment_status: 'partially_paid' },
    { ...invoice, status: 'cancelled' },
    { ...invoice, paid_total: 238, payment_status: 'paid' },
    { ...invoice, status: 'draft' },
    { ...invoice, document_type: 'correction', gross_total: -119 },
    { ...invoice, document_type: 'cancellation', gross_total: -238 },
  ]);
  expect(open).toEqual({
    count: 4,
    sums: new Map([
      ['EUR', 45_700n],
      ['USD', 5_000n],
    ]),
  });
  expect(refund).toEqual({ count: 2, sums: new Map([['EUR', 21_900n]]) });
});
