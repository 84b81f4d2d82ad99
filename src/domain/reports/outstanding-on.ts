import { addMonths, endOfMonth, isCalendarDate, startOfMonth } from '#domain/dates/calendar.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { openAmount, paidTotal } from '#domain/payments/payment-state.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { withPayments } from './invoice-cells.ts';

/** Today, or the end of the last month, quarter or year that is over. */
export const CLOSING_DAYS = ['today', 'month', 'quarter', 'year'] as const;

/** The day of a choice: one of `CLOSING_DAYS`, or any day until today; what is neither means today, and so does a day to come. */
export function reportDay(choice: string | null, today: string): string {
  const beforeMonth = (months: number) => endOfMonth(addMonths(startOfMonth(today), -months));
  const month = Number(today.slice(5, 7));
  if (choice === 'month') return beforeMonth(1);
  if (choice === 'quarter') return beforeMonth(((month - 1) % 3) + 1);
  if (choice === 'year') return beforeMonth(month);
  return choice !== null && isCalendarDate(choice) && choice < today ? choice : today;
}

/** As many months earlier; the last day of a month stays the last day. */
export function monthsBefore(day: string, months: number): string {
  const earlier = addMonths(day, -months);
  return day === endOfMonth(day) ? endOfMonth(earlier) : earlier;
}

type Since = {
  /** Payments dated after the day. */
  readonly payments: Iterable<Pick<Payment, 'invoice_id' | 'amount'>>;
  /** Day of issue of a cancellation, by its id. */
  readonly cancelledOn: ReadonlyMap<string, string>;
};

/** Today's invoices as they stood in the evening of `day`: without later ones, later payments and later cancellations. */
export function outstandingOn(day: string, invoices: Iterable<Invoice>, { payments, cancelledOn }: Since): Invoice[] {
  const later = new Map<string, Pick<Payment, 'amount'>[]>();
  for (const payment of payments) later.set(payment.invoice_id, [...(later.get(payment.invoice_id) ?? []), payment]);
  return [...invoices].flatMap((invoice) => {
    if (invoice.issue_date === null || invoice.issue_date > day) return [];
    const { currency, cancelled_by_id: by } = invoice;
    const wasCancelled = by !== null && (cancelledOn.get(by) ?? '') > day;
    const paid = openAmount(invoice.paid_total, paidTotal(later.get(invoice.id) ?? [], currency), currency);
    const then = { ...invoice, corrections: (invoice.corrections ?? []).filter(({ issue_date: on }) => on <= day) };
    return [withPayments(wasCancelled ? { ...then, status: 'issued' as const } : then, paid)];
  });
}
