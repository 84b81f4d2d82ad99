import { expect, test } from 'vitest';
import { invoiceOf, paymentOf } from '#tests/support/finance-records.ts';
import { openCells } from './invoice-cells.ts';
import { monthsBefore, reportDay, outstandingOn } from './outstanding-on.ts';

const NOTHING = { payments: [], cancelledOn: new Map<string, string>() };
const owed = (...args: Parameters<typeof outstandingOn>) =>
  outstandingOn(...args).map((invoice) => openCells(invoice).reduce((sum, { values: [, each = 0n] }) => sum + each, 0n));

test('an invoice is owed from its day of issue', () => {
  const invoice = invoiceOf({ issue_date: '2026-01-17' });
  expect(owed('2026-01-16', [invoice], NOTHING)).toEqual([]);
  expect(owed('2026-01-17', [invoice], NOTHING)).toEqual([11_900n]);
});

test('a payment counts from its day on, and a refund likewise', () => {
  const paid = invoiceOf({ paid_total: 119, payment_status: 'paid' });
  const payments = [paymentOf({ invoice_id: paid.id, amount: 100.1 }), paymentOf({ invoice_id: paid.id, amount: -0.2 })];
  expect(owed('2026-01-19', [paid], { ...NOTHING, payments })).toEqual([9990n]);
  expect(owed('2026-01-19', [paid], { ...NOTHING, payments: [paymentOf({ invoice_id: 'another' })] })).toEqual([0n]);
});

test('a cancelled invoice was owed until the day of its cancellation', () => {
  const cancelled = invoiceOf({ status: 'cancelled', cancelled_by_id: 'c' });
  const since = { ...NOTHING, cancelledOn: new Map([['c', '2026-02-10']]) };
  expect(owed('2026-02-09', [cancelled], since)).toEqual([11_900n]);
  expect(owed('2026-02-10', [cancelled], since)).toEqual([0n]);
  expect(owed('2026-02-09', [cancelled], NOTHING)).toEqual([0n]);
});

test('a day to come, or one that does not exist, means today', () => {
  const days = ['2026-05-14', '2026-05-15', '2027-01-01', '2026-02-30', 'nonsense', null];
  expect(days.map((day) => reportDay(day, '2026-05-15'))).toEqual(['2026-05-14', ...Array.from({ length: 5 }, () => '2026-05-15')]);
});

test('closing days are the ends of the month, quarter and year that are over', () => {
  const on = (today: string) => ['month', 'quarter', 'year'].map((day) => reportDay(day, today));
  expect(on('2026-05-15')).toEqual(['2026-04-30', '2026-03-31', '2025-12-31']);
  expect(on('2026-03-31')).toEqual(['2026-02-28', '2025-12-31', '2025-12-31']);
  expect(on('2026-01-01')).toEqual(['2025-12-31', '2025-12-31', '2025-12-31']);
});

test('a month before its last day is the last day of the month before', () => {
  expect(monthsBefore('2026-04-30', 1)).toBe('2026-03-31');
  expect(monthsBefore('2026-04-29', 1)).toBe('2026-03-29');
  expect(monthsBefore('2025-02-28', 12)).toBe('2024-02-29');
});
