import { expect, test } from 'vitest';
import { ACTIVITY_KINDS } from '#domain/activity/activity-filter.ts';
import { EXPENSE_STATUSES } from '#domain/expenses/expense.ts';
import { invoiceSchema } from '#domain/invoices/invoice.ts';
import en from '#locales/en/history.json';

const { status, payment_status, delivery } = invoiceSchema.shape;
// Devices' states: the server writes only what became of them, or of the record.
const NEVER_WRITTEN = ['draft', 'ready_to_issue', 'pending'];
const written = [...status.options, ...payment_status.options, ...delivery.options, ...EXPENSE_STATUSES].filter(
  (state) => !NEVER_WRITTEN.includes(state),
);

test('every state that the server writes into the history has a sentence', () => {
  expect(written.filter((state) => !(state in en.by))).toEqual([]);
});

test('every verb of the history can be asked for by a kind, and by one only', () => {
  const asked: string[] = Object.values(ACTIVITY_KINDS).flat();
  expect(new Set(asked).size).toBe(asked.length);
  expect(Object.keys(en.by).filter((verb) => verb !== 'other' && !asked.includes(verb))).toEqual([]);
});
