import { sumOf, toMinor } from '#domain/money/money.ts';
import { daysBetween } from '#domain/dates/calendar.ts';
import { isReversedPayment } from './payment-bookings.ts';
import type { Payment } from './payment.ts';

export const PAYMENT_STATUSES = ['unpaid', 'partially_paid', 'paid', 'overpaid'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Days within which an equal payment looks like the same one entered twice. */
const DOUBLE_DAYS = 3;

/** How far an invoice is paid; amounts in major units of one currency. A negative total (credit) is paid by negative payments. SQL decides the same. */
export function paymentState(gross: number, paid: number): PaymentStatus {
  if (paid === gross) return 'paid';
  const [owed, received] = gross < 0 ? [-gross, -paid] : [gross, paid];
  if (received <= 0) return owed === 0 ? 'overpaid' : 'unpaid';
  return received < owed ? 'partially_paid' : 'overpaid';
}

/** Sum of payments in one currency. */
export const paidTotal = (payments: readonly Pick<Payment, 'amount'>[], currency: string): number =>
  sumOf(
    payments.map((payment) => payment.amount),
    currency,
  );

/** What is left to pay; negative once overpaid. */
export const openAmount = (gross: number, paid: number, currency: string): number => sumOf([gross, -paid], currency);

/** By how much a further payment would exceed the invoice's total; 0 if it doesn't. */
export function overpayment(gross: number, paid: number, { amount, currency }: Pick<Payment, 'amount' | 'currency'>): number {
  const open = openAmount(gross, paid, currency);
  const exceeds = gross < 0 ? toMinor(amount, currency) < toMinor(open, currency) : toMinor(amount, currency) > toMinor(open, currency);
  return exceeds && Math.sign(amount) === (gross < 0 ? -1 : 1) ? Math.abs(sumOf([amount, -open], currency)) : 0;
}

type Candidate = Pick<Payment, 'invoice_id' | 'amount' | 'currency' | 'payment_date'> & { readonly id?: string };

/** A payment that the candidate may repeat: same invoice, same amount, dates at most three days apart. Null if there is none. */
export function possibleDouble<P extends Payment>(payments: readonly P[], candidate: Candidate): P | null {
  return (
    payments.find(
      (payment) =>
        payment.id !== candidate.id &&
        payment.invoice_id === candidate.invoice_id &&
        payment.currency === candidate.currency &&
        toMinor(payment.amount, payment.currency) === toMinor(candidate.amount, candidate.currency) &&
        Math.abs(daysBetween(payment.payment_date, candidate.payment_date)) <= DOUBLE_DAYS,
    ) ?? null
  );
}

/** A payment that may repeat an earlier one, and that one. */
export type OpenDouble<P extends Payment = Payment> = { readonly payment: P; readonly earlier: P };

/** Payments recorded twice by the look of it, perhaps on two devices that knew nothing of each other, and not yet said to be separate (SYNC-46). */
export function openDoubles<P extends Payment>(payments: readonly P[]): OpenDouble<P>[] {
  const standing = payments.filter((each) => !isReversedPayment(each, payments));
  const inOrder = standing.toSorted((a, b) => a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id));
  return inOrder.flatMap((payment, index) => {
    const earlier = payment.is_separate ? null : possibleDouble(inOrder.slice(0, index), payment);
    return earlier ? [{ payment, earlier }] : [];
  });
}
