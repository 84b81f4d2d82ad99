import { addDays, daysBetween, isLeapYear } from '#domain/dates/calendar.ts';
import { decimalOf, dividedRounded } from '#domain/money/decimal.ts';
import { fromMinor, toMinor } from '#domain/money/money.ts';
import type { Payment } from '#domain/payments/payment.ts';
import type { BaseRate } from './reminder-settings.ts';

/** Money that came in for the invoice; a refund is negative. */
export type Received = Pick<Payment, 'id' | 'amount' | 'payment_date' | 'reverses_payment_id'>;

type Arrears = {
  /** What is open today, major units. */
  readonly open: number;
  /** What was paid of it before; one that this device does not know counts as if it had come in time. */
  readonly payments: readonly Received[];
  readonly currency: string;
  /** The day it was due: interest begins with the next one. */
  readonly due: string;
  /** The last day that counts. */
  readonly until: string;
  readonly rates: readonly BaseRate[];
  /** Points over the base rate. */
  readonly points: number;
};

/** Percent per year on a day, § 288 BGB, never below zero; null before the first base rate that is known. */
export function interestRateOn(day: string, { rates, points }: Pick<Arrears, 'rates' | 'points'>): number | null {
  const rate = rates.findLast(({ from }) => from <= day)?.rate;
  return rate === undefined ? null : Math.max(0, Math.round((rate + points) * 1e6) / 1e6);
}

/** Payments that were not taken back. What was recorded by mistake, or came back, never lay here: neither it nor its reversal counts. */
function standing(payments: readonly Received[]): Received[] {
  const reversed = new Set(payments.map(({ reverses_payment_id }) => reverses_payment_id));
  return payments.filter(({ id, reverses_payment_id }) => reverses_payment_id === null && !reversed.has(id));
}

/**
 * Interest on arrears by days, 365 or 366 to a year, in major units; rounded once. Each day bears it on what was open then: money that came in counts
 * from the day after (§§ 187, 188 BGB), a correction from the beginning. For days without a base rate none is reckoned, nor on interest (§ 289 BGB).
 */
export function arrearsInterest({ open, payments, currency, due, until, rates, points }: Arrears): number {
  const SCALE = 10n ** 6n;
  const now = toMinor(open, currency);
  const received = standing(payments).map(({ amount, payment_date }) => ({ day: payment_date, minor: toMinor(amount, currency) }));
  // In the open amount's minor unit, times a hundred percent, the scale of the rates, and both lengths of a year.
  let sum = 0n;
  for (let day = addDays(due, 1); daysBetween(day, until) >= 0; day = addDays(day, 1)) {
    const rate = interestRateOn(day, { rates, points });
    if (rate === null) continue;
    const owed = received.reduce((left, payment) => (payment.day >= day ? left + payment.minor : left), now);
    if (owed <= 0n) continue;
    const { digits, scale } = decimalOf(rate);
    const percent = (digits * SCALE) / 10n ** BigInt(scale);
    sum += owed * percent * (isLeapYear(Number(day.slice(0, 4))) ? 365n : 366n);
  }
  return fromMinor(dividedRounded(sum, 100n * SCALE * 365n * 366n), currency);
}
