import { expect, test } from 'vitest';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { nextMailKind, openByText, takesSlip } from './mail-kind.ts';

const FACTS = {
  document_type: 'invoice',
  status: 'issued',
  delivery: 'sent',
  due_date: '2026-01-24',
  currency: 'EUR',
  gross_total: 119,
  paid_total: 0,
  payment_status: 'unpaid',
};
const invoice = (more: object) => ({ ...FACTS, ...more }) as unknown as Invoice;
const IN_TIME = '2026-01-24';
const LATE = '2026-01-25';

test.each([
  ['the first mail', {}, IN_TIME, 'invoice', 119],
  ['the first mail of what is overdue', { delivery: 'not_sent' }, LATE, 'invoice', 119],
  ['a later one of what is overdue', {}, LATE, 'overdue', 119],
  ['one of what is part paid', { paid_total: 19, payment_status: 'partially_paid' }, IN_TIME, 'part_paid', 100],
  ['a later one of what is part paid and overdue', { paid_total: 19, payment_status: 'partially_paid' }, LATE, 'overdue', 100],
  ['one of what is paid', { paid_total: 119, payment_status: 'paid' }, LATE, 'paid', 0],
  ['one of what is overpaid', { paid_total: 120, payment_status: 'overpaid' }, LATE, 'paid', 0],
  ['one of what comes to a credit', { gross_total: -5 }, LATE, 'invoice', 0],
  ['the cancellation', { document_type: 'cancellation', gross_total: -119 }, LATE, 'cancellation', null],
])('%s', (_, more, today, kind, open) => {
  expect([nextMailKind(invoice(more), today), openByText(invoice(more))]).toEqual([kind, open]);
});

test('a payment slip goes with what asks for a balance', () => {
  expect((['invoice', 'cancellation', 'part_paid', 'overdue', 'paid', 'reminder'] as const).filter(takesSlip)).toEqual([
    'part_paid',
    'overdue',
    'reminder',
  ]);
});
