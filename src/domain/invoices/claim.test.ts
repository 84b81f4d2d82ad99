import { expect, test } from 'vitest';
import { NO_TOTALS } from '#domain/money/currency-totals.ts';
import { paymentState } from '#domain/payments/payment-state.ts';
import { refundDue } from './claim.ts';
import { claimState, isAwaitingPayment, isOverdue } from './invoice-state.ts';
import { owedOf } from './owed.ts';

const credit = { document_type: 'invoice', status: 'issued', gross_total: -238, paid_total: 0, currency: 'EUR' } as const;

test('an invoice of less than nothing is due to the customer until it was paid out; one that asks for money, a draft or what was cancelled is not', () => {
  expect(refundDue(credit)).toBe(238);
  expect(refundDue({ ...credit, paid_total: -38 })).toBe(200);
  expect([-238, -300].map((paid_total) => refundDue({ ...credit, paid_total }))).toEqual([0, 0]);
  for (const other of [
    { gross_total: 238, paid_total: 300 },
    { gross_total: 0 },
    { status: 'draft' },
    { status: 'ready_to_issue' },
    { status: 'cancelled' },
    { document_type: 'cancellation' },
  ] as const)
    expect(refundDue({ ...credit, ...other })).toBe(0);
});

test('money that has to go to the customer is awaited from nobody, whatever its day', () => {
  const states = [0, -38, -238, -300].map((paid_total) => {
    const invoice = { ...credit, paid_total, payment_status: paymentState(-238, paid_total), due_date: '2026-01-10' };
    return [claimState(invoice), isAwaitingPayment(invoice), isOverdue(invoice, '2026-03-01'), owedOf([invoice])];
  });
  const owed = (refund: number) => ({
    open: NO_TOTALS,
    refund: refund === 0 ? NO_TOTALS : { count: 1, sums: new Map([['EUR', BigInt(refund * 100)]]) },
  });
  expect(states).toEqual([
    ['refund_due', false, false, owed(238)],
    ['refund_due', false, false, owed(200)],
    ['paid', false, false, owed(0)],
    ['overpaid', false, false, owed(0)],
  ]);
});
