import { addDays, daysBetween, isLeapYear } from '#domain/dates/calendar.ts';
import { decimalOf, dividedRounded } from '#domain/money/decimal.ts';
import { fromMinor, toMinor } from '#domain/money/money.ts';
import type { BaseRate } from './reminder-settings.ts';

type Arrears = {
  /** What is open, major units. */
  readonly open: number;
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

/** Interest on arrears by days, 365 or 366 to a year, in major units; rounded once. For days without a base rate none is reckoned. */
export function arrearsInterest({ open, currency, due, until, rates, points }: Arrears): number {
  const SCALE = 10n ** 6n;
  const minor = toMinor(open, currency);
  // In the open amount's minor unit, times a hundred percent, the scale of the rates, and both lengths of a year.
  let sum = 0n;
  for (let day = addDays(due, 1); daysBetween(day, until) >= 0; day = addDays(day, 1)) {
    const rate = interestRateOn(day, { rates, points });
    if (rate === null) continue;
    const { digits, scale } = decimalOf(rate);
    const percent = (digits * SCALE) / 10n ** BigInt(scale);
    sum += minor * percent * (isLeapYear(Number(day.slice(0, 4))) ? 365n : 366n);
  }
  return fromMinor(dividedRounded(sum, 100n * SCALE * 365n * 366n), currency);
}
