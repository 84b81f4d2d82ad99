import * as z from 'zod/mini';
import { addDays } from '#domain/dates/calendar.ts';
import { calendarDate, instant, text, uuid } from '#domain/shared/fields.ts';
import { formatInvoiceNumber } from './number-format.ts';

/** How many numbers a device takes along at most. */
export const LEASE_MAX = 20;

/** How many days they hold, where the year does not end before. */
export const LEASE_DAYS = 30;

/** The last day that an invoice may carry a number taken today: where counting begins anew with the year, the numbers end with it. */
export function lastDayOf(format: string, today: string): string {
  const [last, endOfYear] = [addDays(today, LEASE_DAYS), `${today.slice(0, 4)}-12-31`];
  return format.includes('{year}') && endOfYear < last ? endOfYear : last;
}

/** Numbers of a series that one device has for itself, as the server gave them (decision 0033). */
export const numberLeaseSchema = z.object({
  id: uuid(),
  series: text(40),
  /** 0 where the numbers count on over the years. */
  year: z.int(),
  /** Pattern and prefix that its numbers are written with, whatever the settings say later. */
  format: text(60),
  prefix: text(20),
  /** Places of the counter. */
  numbers: z.array(z.int()).check(z.maxLength(LEASE_MAX)),
  device_id: uuid(),
  taken_at: instant(),
  /** The last day that an invoice of it may carry. */
  valid_until: calendarDate(),
});
export type NumberLease = z.infer<typeof numberLeaseSchema>;

/** Whether an invoice of this day may carry a number of the lease. */
export const isLeaseValid = ({ year, valid_until }: Pick<NumberLease, 'year' | 'valid_until'>, day: string): boolean =>
  day <= valid_until && (year === 0 || Number(day.slice(0, 4)) === year);

/** What the place of a lease is called on an invoice of this day. */
export const leasedNumber = ({ format, prefix }: Pick<NumberLease, 'format' | 'prefix'>, number: number, date: string): string =>
  formatInvoiceNumber(format, { prefix, date, number });

/** Reasons of missing numbers that the server writes itself; a person's own words are anything else. */
export const KNOWN_REASONS = ['number_taken', 'lease_open', 'lease_unused', 'lease_lost', 'set_back'] as const;
export type KnownReason = (typeof KNOWN_REASONS)[number];
export const isKnownReason = (reason: string): reason is KnownReason => (KNOWN_REASONS as readonly string[]).includes(reason);
