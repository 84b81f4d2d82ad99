import { addDays, addMonths, daysInMonth, dayOf, startOfMonth } from '#domain/dates/calendar.ts';

/** Twelve months and the twelve before them, so that every report has something to compare with. */
export const DEMO_MONTHS = 24;
/** Further back the companies were smaller. */
const SMALLER_BEFORE = 12;

/** First days of the demo's months, oldest first. */
export const demoMonths = (today: string): string[] =>
  Array.from({ length: DEMO_MONTHS }, (_, i) => addMonths(startOfMonth(today), i + 1 - DEMO_MONTHS));

/** How much of today's business a month had, by its first day. */
export const sizeIn = (month: string, today: string): number => (month <= addMonths(startOfMonth(today), -SMALLER_BEFORE) ? 0.75 : 1);

/** The last 29 February: the day that breaks naive year arithmetic. */
export function lastLeapDay(today: string): string {
  for (let { year } = dayOf(today); ; year--) if (daysInMonth(year, 2) === 29 && `${year}-02-29` <= today) return `${year}-02-29`;
}

/** The newest 31st that is at least so many months old: the anchor that short months bend. */
export function last31st(today: string, monthsAgo: number): string {
  for (let first = addMonths(startOfMonth(today), -monthsAgo); ; first = addMonths(first, -1)) {
    const { year, month } = dayOf(first);
    if (daysInMonth(year, month) === 31) return addDays(first, 30);
  }
}

/** That day of the month so many months ago. */
export const dayMonthsAgo = (today: string, day: number, monthsAgo: number): string =>
  addDays(addMonths(startOfMonth(today), -monthsAgo), day - 1);

/** A start with so many months behind it from which a series comes to a date so many days from today (or before today). */
export const comingIn = (today: string, days: number, monthsBehind: number): string => addMonths(addDays(today, days), -monthsBehind);
