import { monthOf } from '#domain/dates/calendar.ts';
import { toMinor } from '#domain/money/money.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { type Cell, cellKey } from './cell.ts';

/** `received|cur`: count and amount by the day of payment; a refund counts negative. */
export const paymentCells = ({ currency, amount, payment_date }: Payment): Cell[] => [
  { month: monthOf(payment_date), key: cellKey('received', currency), values: [1n, toMinor(amount, currency)] },
];
