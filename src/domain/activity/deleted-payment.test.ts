import { expect, test } from 'vitest';
import { deletedPayment } from './deleted-payment.ts';

test('a deleted payment is told with amount and reason', () => {
  const changes = { reason: [null, 'Booked twice'], amount: [119, null], currency: ['EUR', null] } as Record<string, [unknown, unknown]>;
  expect(deletedPayment({ type: 'payment_deleted', changes })).toEqual({ amount: 119, currency: 'EUR', reason: 'Booked twice' });
  expect(deletedPayment({ type: 'updated', changes })).toBeNull();
  expect(deletedPayment({ type: 'payment_deleted', changes: {} })).toBeNull();
});
