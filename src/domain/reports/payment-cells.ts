import { bookingDay } from '#domain/bookings/booking.ts';
import { monthOf } from '#domain/dates/calendar.ts';
import { toMinor } from '#domain/money/money.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { type Cell, cellKey } from './cell.ts';

/**
 * By the day the payment counts on; a refund counts negative. `received|cur`: count and amount. `receipt|cur|rate|tax category|month`: count, net
 * and tax of what it brings of the invoice's tax, whose tax point lies in that month. What came before the tax point is an advance:
 * `advance|cur|rate|tax category|month` adds it to the month it came in and takes it from that of the tax point.
 */
export function paymentCells({ currency, amount, payment_date, booked_on, tax_point, tax_shares }: Payment): Cell[] {
  const minor = (value: number) => toMinor(value, currency);
  const month = monthOf(bookingDay(payment_date, booked_on));
  const point = tax_point ? monthOf(tax_point) : month;
  // What an older app recorded waits for the server's word.
  const shares = (tax_shares ?? []).filter(({ net, tax }) => net !== 0 || tax !== 0);
  return [
    { month, key: cellKey('received', currency), values: [1n, minor(amount)] },
    ...shares.flatMap(({ tax_rate, tax_category, net, tax }): Cell[] => {
      const of = [currency, tax_rate, tax_category ?? '', point] as const;
      const values = [1n, minor(net), minor(tax)];
      const receipt = { month, key: cellKey('receipt', ...of), values };
      if (month >= point) return [receipt];
      const key = cellKey('advance', ...of);
      return [receipt, { month, key, values }, { month: point, key, values: values.map((value) => -value) }];
    }),
  ];
}
