import { expect, test } from 'vitest';
import { refundDue } from './claim.ts';

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
