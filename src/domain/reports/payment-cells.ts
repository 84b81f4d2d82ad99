import { bookingDay } from '#domain/bookings/booking.ts';
import { monthOf } from '#domain/dates/calendar.ts';
import { toMinor } from '#domain/money/money.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { type Cell, cellKey } from './cell.ts';

/** `received|cur`: count and amount by the day the payment counts on; a refund counts negative. */
export const paymentCells = ({ currency, amount, payment_date, booked_on }: Payment): Cell[] => [
  { month: monthOf(bookingDay(payment_date, booked_on)), key: cellKey('received', currency), values: [1n, toMinor(amount, currency)] },
];
