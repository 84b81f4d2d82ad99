import { bookingDay, type BookingRefusal, type BookingRules, isClosedDay, takeBackRefusal } from '#domain/bookings/booking.ts';
import { turnedExchange } from '#domain/exchange/document-exchange.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import type { Payment } from './payment.ts';

/** The company's rules, and all payments of the invoice. */
export type PaymentStanding = { readonly rules: BookingRules; readonly siblings: readonly Payment[] };

/**
 * The day in a closed month on which money counts: its own, or that of the tax point where it comes before it and counts there too (as an
 * advance that is taken from it); null where there is none.
 */
export function closedDayOf({ closed }: Pick<BookingRules, 'closed'>, day: string, taxPoint: string | null): string | null {
  if (isClosedDay({ closed }, day)) return day;
  return taxPoint !== null && taxPoint > day && isClosedDay({ closed }, taxPoint) ? taxPoint : null;
}

/** Whether another of the payments takes this one back. */
export const isReversedPayment = ({ id }: Payment, siblings: readonly Payment[]): boolean =>
  siblings.some((other) => other.reverses_payment_id === id);

/** Why a payment is neither changed nor deleted any more; null while it may be. SQL (migration `payments`) refuses the same. */
export function paymentChangeRefusal(payment: Payment, { rules, siblings }: PaymentStanding): BookingRefusal | null {
  if (paymentReversalRefusal(payment, siblings)) return 'reversed';
  const day = bookingDay(payment.payment_date, payment.booked_on);
  return closedDayOf(rules, day, payment.tax_point) === null ? takeBackRefusal(day, payment.created_at, rules) : 'period_closed';
}

/** Why it can't be reversed: it has been, or it is a reversal itself. */
export const paymentReversalRefusal = (payment: Payment, siblings: readonly Payment[]): BookingRefusal | null =>
  payment.reverses_payment_id || isReversedPayment(payment, siblings) ? 'reversed' : null;

/** What the payment that takes this one back has in common with it: all of it with the sign turned. */
export function reversalOfPayment(
  payment: Payment,
): Omit<Payment, keyof SyncedRecord | 'payment_date' | 'booked_on' | 'tax_point' | 'tax_shares' | 'reversal_reason' | 'created_by'> {
  const { invoice_id, currency, method, reference, id } = payment;
  const exchange = turnedExchange(payment.exchange);
  return {
    invoice_id,
    currency,
    method,
    reference,
    amount: -payment.amount,
    exchange,
    notes: '',
    is_separate: true,
    reverses_payment_id: id,
  };
}
