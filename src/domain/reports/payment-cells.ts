import { bookingDay } from '#domain/bookings/booking.ts';
import { monthOf } from '#domain/dates/calendar.ts';
import { toMinor } from '#domain/money/money.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { type Cell, cellKey } from './cell.ts';
import { paymentSides, type Side } from './in-books.ts';

/**
 * By the day the payment counts on; a refund counts negative. `received|cur`: count and amount. `receipt|cur|rate|tax category|month`: count, net
 * and tax of what it brings of the invoice's tax, whose tax point lies in that month. What came before the tax point is an advance:
 * `advance|cur|rate|tax category|month` adds it to the month it came in and takes it from that of the tax point. With a rate the same again in the
 * currency of the books, by the rate of the payment, and `fxresult|cur`: count, and what was gained since the rate of its document.
 */
export const paymentCells = (payment: Payment): Cell[] => paymentSides(payment).flatMap(cellsOfSide).concat(gainCells(payment));

function cellsOfSide({ it, label: currency }: Side<Payment>): Cell[] {
  const { amount, payment_date, booked_on, tax_point, tax_shares } = it;
  const minor = (value: number) => toMinor(value, it.currency);
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

function gainCells({ currency: own, exchange, payment_date, booked_on }: Payment): Cell[] {
  if (!exchange || exchange.document_amount === null) return [];
  const { currency, amount, document_amount: settled } = exchange;
  const gained = toMinor(amount, currency) - toMinor(settled, currency);
  return [{ month: monthOf(bookingDay(payment_date, booked_on)), key: cellKey('fxresult', `${currency}<${own}`), values: [1n, gained] }];
}
