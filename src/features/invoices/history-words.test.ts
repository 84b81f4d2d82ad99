import { expect, test } from 'vitest';
import { invoiceSchema } from '#domain/invoices/invoice.ts';
import { deletedPayment, HISTORY_VERBS } from './history-words.ts';

test('every state that the server writes into the history of an invoice has a sentence', () => {
  const { status, payment_status, delivery } = invoiceSchema.shape;
  const written = [...status.options, ...payment_status.options, ...delivery.options].filter(
    (state) => state !== 'draft' && state !== 'ready_to_issue', // devices' states: the server stores a wish only as what becomes of it
  );
  expect(written.filter((state) => !(HISTORY_VERBS as readonly string[]).includes(state))).toEqual([]);
});

test('a deleted payment is told with amount and reason', () => {
  const changes = { reason: [null, 'Booked twice'], amount: [119, null], currency: ['EUR', null] } as Record<string, [unknown, unknown]>;
  expect(deletedPayment({ type: 'payment_deleted', changes })).toEqual({ amount: 119, currency: 'EUR', reason: 'Booked twice' });
  expect(deletedPayment({ type: 'updated', changes })).toBeNull();
  expect(deletedPayment({ type: 'payment_deleted', changes: {} })).toBeNull();
});
