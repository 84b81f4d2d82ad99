import { startOfMonth } from '#domain/dates/calendar.ts';

/** Until its month is closed, or so many days after the entry. */
export const CORRECTION_WINDOWS = ['month', '0', '7', '14', '30'] as const;

/** What decides whether a booking may still be taken back in a company. SQL (migration `bookings`) refuses the same. */
export type BookingRules = {
  /** `month`, or a number of days. */
  readonly window: string;
  /** First days of the months that are closed. */
  readonly closed: ReadonlySet<string>;
  readonly now: Date;
};

/** Why a booking stays as it is: its month is closed, the days to take it back are over, or it has been reversed. */
export type BookingRefusal = 'period_closed' | 'booked' | 'reversed';

/** The day something counts on in the books: its own, or a later one that was chosen because the month of its own was closed. */
export const bookingDay = (day: string, bookedOn: string | null | undefined): string => bookedOn ?? day;

/** The day on which money counts that went on `paidOn`, null while that is not known: never before a booking that came late. */
export const paymentDay = (paidOn: string | null, bookedOn: string | null | undefined): string | null =>
  paidOn !== null && bookedOn && bookedOn > paidOn ? bookedOn : paidOn;

export const isClosedDay = ({ closed }: Pick<BookingRules, 'closed'>, day: string | null): boolean =>
  day !== null && closed.has(startOfMonth(day));

/** Why what was booked on `day`, and entered at the instant `since`, is no longer taken back; null while it is. */
export function takeBackRefusal(day: string, since: string, rules: BookingRules): Exclude<BookingRefusal, 'reversed'> | null {
  if (isClosedDay(rules, day)) return 'period_closed';
  if (rules.window === 'month') return null;
  const end = Date.parse(since) + Number(rules.window) * 86_400_000;
  return end <= rules.now.getTime() ? 'booked' : null;
}
