import { expect, test } from 'vitest';
import { nextMailKind, openByText } from '#domain/mail/mail-kind.ts';
import { invoiceCells } from '#domain/reports/invoice-cells.ts';
import { nextLevel } from '#domain/reminders/reminder-proposal.ts';
import { NO_TOTALS } from '#domain/money/currency-totals.ts';
import { paymentState } from '#domain/payments/payment-state.ts';
import { INVOICE_STATES, isInState } from './invoice-filter.ts';
import { claimState, isAwaitingPayment, isOverdue } from './invoice-state.ts';
import type { Invoice } from './invoice.ts';
import { owedOf } from './owed.ts';

const TODAY = '2026-03-01';
const invoiceOf = (gross_total: number, paid_total = 0) =>
  ({
    document_type: 'invoice',
    status: 'issued',
    delivery: 'sent',
    number: 'INV-1',
    currency: 'EUR',
    exchange: null,
    tax_mode: 'standard',
    tax_breakdown: [],
    issue_date: '2026-01-01',
    due_date: '2026-01-15',
    created_at: '2026-01-01T00:00:00Z',
    net_total: gross_total,
    tax_total: 0,
    gross_total,
    corrections: [],
    paid_total,
    payment_status: paymentState(gross_total, paid_total),
    reminder_level: 0,
  }) as unknown as Invoice;

test.each([
  [0, 238],
  [-38, 200],
  [100, 338],
])(
  'of a credit of 238 with %d paid, %d are due to the customer: in every list, sum, mail and reminder, long after its day',
  (paid, due) => {
    const credit = invoiceOf(-238, paid);
    expect(claimState(credit)).toBe('refund_due');
    expect([isAwaitingPayment(credit), isOverdue(credit, TODAY)]).toEqual([false, false]);
    expect(INVOICE_STATES.filter((state) => isInState(credit, state, TODAY))).toEqual(['refund_due']);
    expect(owedOf([credit])).toEqual({
      open: { count: 0, sums: new Map() },
      refund: { count: 1, sums: new Map([['EUR', BigInt(due * 100)]]) },
    });
    const claims = invoiceCells(credit).filter(({ key }) => key.startsWith('open') || key.startsWith('refund'));
    expect(claims).toEqual([{ month: '2026-01', key: 'refund|EUR', values: [1n, BigInt(due * 100)] }]);
    expect([nextMailKind(credit, TODAY), openByText(credit), nextLevel(credit, TODAY)]).toEqual(['invoice', 0, null]);
  },
);

test.each([
  [-238, 'paid'],
  [-300, 'overpaid'],
] as const)('a credit of 238 with %d paid is %s: nothing is due of it, and nothing is asked for', (paid, state) => {
  const settled = invoiceOf(-238, paid);
  expect([claimState(settled), isAwaitingPayment(settled), isOverdue(settled, TODAY)]).toEqual([state, false, false]);
  expect(INVOICE_STATES.filter((each) => isInState(settled, each, TODAY))).toEqual([state]);
  expect(owedOf([settled])).toEqual({ open: NO_TOTALS, refund: NO_TOTALS });
  expect(invoiceCells(settled).some(({ key }) => key.startsWith('open') || key.startsWith('refund'))).toBe(false);
  expect([openByText(settled), nextLevel(settled, TODAY)]).toEqual([0, null]);
});

test('the same amount asked for is open and overdue', () => {
  const claim = invoiceOf(238);
  expect(INVOICE_STATES.filter((state) => isInState(claim, state, TODAY))).toEqual(['open', 'overdue']);
  expect([nextMailKind(claim, TODAY), nextLevel(claim, TODAY)]).toEqual(['overdue', 1]);
});
