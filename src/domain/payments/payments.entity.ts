import { bookingDay } from '#domain/bookings/booking.ts';
import { defineEntity } from '#domain/shared/define-entity.ts';
import { paymentSchema } from '#domain/payments/payment.ts';
import { paymentCells } from '#domain/reports/payment-cells.ts';

export const payments = defineEntity({
  name: 'payments',
  schema: paymentSchema,
  resource: 'payments',
  texts: 'payments',
  page: { path: '/finance/payments', isPerRecord: false },
  menu: { group: 'finance', place: 40, icon: 'cash' },
  references: { invoice_id: { to: 'invoices', protects: true }, reverses_payment_id: { to: 'payments', protects: true } },
  indexes: [
    ['booking_day', 'id'],
    ['invoice_id', 'payment_date', 'id'],
    ['amount', 'id'],
    ['method', 'booking_day', 'id'],
  ],
  derived: { booking_day: { maxLength: 10, from: (payment) => bookingDay(payment.payment_date, payment.booked_on) } },
  tally: paymentCells,
  // What was said to be separate is this amount of this day.
  groups: [
    ['invoice_id', 'amount', 'currency', 'is_separate', 'tax_point', 'tax_shares', 'exchange'],
    ['payment_date', 'booked_on'],
  ],
  decision: {
    made: ['is_separate'],
    on: ['invoice_id', 'amount', 'currency', 'payment_date', 'booked_on', 'tax_point', 'tax_shares', 'exchange'],
  },
});
