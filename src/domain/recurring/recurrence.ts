import { addDays, addMonths, dayOf, daysBetween } from '#domain/dates/calendar.ts';

export const INTERVALS = ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Days around today in which a next date counts as upcoming (spec §9). */
export const UPCOMING_DAYS = { recurring_invoices: 7, recurring_expenses: 30 } as const;

/**
 * A series of dates: the start and every interval after it, counted from the start, so that a month's anchor day survives shorter months.
 * `private.series_date` in SQL computes the same; tests/db proves it.
 */
export type Recurrence = {
  readonly interval: Interval;
  readonly start_date: string;
  readonly end_date: string | null;
  readonly last_generated: string | null;
  /** Periods before this day are left out. */
  readonly skip_before: string | null;
};

const LAST_DAY = '9999-12-31';
const DAYS: Partial<Record<Interval, number>> = { daily: 1, weekly: 7 };
const MONTHS: Partial<Record<Interval, number>> = { monthly: 1, quarterly: 3, yearly: 12 };

/** The interval of a recurring expense. Throws for any other word (spec §8). */
export function expenseInterval(value: string): Interval {
  const known = INTERVALS.find((interval) => interval === value);
  if (!known) throw new RangeError(`Unknown interval: ${value}`);
  return known;
}

/** The interval of a recurring invoice: whatever is not weekly, quarterly or yearly counts as monthly (spec §4). */
export const invoiceInterval = (value: string): Interval =>
  value === 'weekly' || value === 'quarterly' || value === 'yearly' ? value : 'monthly';

/** Calendar texts end with the year 9999, and a series with them. */
const within = (date: string): string => (date.length > LAST_DAY.length ? LAST_DAY : date);

/** The date of a series `index` intervals after its start. */
export function seriesDate({ interval, start_date }: Pick<Recurrence, 'interval' | 'start_date'>, index: number): string {
  const days = DAYS[interval];
  return within(days ? addDays(start_date, index * days) : addMonths(start_date, index * (MONTHS[interval] ?? 1)));
}

/** Place in the series of its first date on or after a day. */
function indexFrom(rule: Pick<Recurrence, 'interval' | 'start_date'>, day: string): number {
  if (day <= rule.start_date) return 0;
  const days = DAYS[rule.interval];
  if (days) return Math.ceil(daysBetween(rule.start_date, day) / days);
  const [from, to] = [dayOf(rule.start_date), dayOf(day)];
  const index = Math.floor(((to.year - from.year) * 12 + to.month - from.month) / (MONTHS[rule.interval] ?? 1));
  return seriesDate(rule, index) < day ? index + 1 : index;
}

/** The first date of the series after `last_generated` that is not left out. May lie after `end_date`: then the series is over. */
export const nextGenerationDate = (rule: Recurrence): string => seriesDate(rule, nextIndex(rule));

function nextIndex(rule: Recurrence): number {
  const after = rule.last_generated === null ? 0 : indexFrom(rule, rule.last_generated);
  const next = rule.last_generated !== null && seriesDate(rule, after) <= rule.last_generated ? after + 1 : after;
  return rule.skip_before === null ? next : Math.max(next, indexFrom(rule, rule.skip_before));
}

/** Whether the series has this date, whatever was generated already. */
export const isInSeries = (rule: Pick<Recurrence, 'interval' | 'start_date' | 'end_date'>, date: string): boolean =>
  (rule.end_date === null || date <= rule.end_date) && seriesDate(rule, indexFrom(rule, date)) === date;

/** Dates of the series from one day to another, both included; end date and what was generated do not matter. */
export function periodsBetween(rule: Pick<Recurrence, 'interval' | 'start_date'>, from: string, to: string): string[] {
  const dates: string[] = [];
  for (let index = indexFrom(rule, from); ; index++) {
    const date = seriesDate(rule, index);
    if (date > to || date === dates.at(-1)) return dates;
    dates.push(date);
  }
}

/** The next `count` dates that will be generated, fewer when the series ends before. */
export function upcomingDates(rule: Recurrence, count: number): string[] {
  const first = nextIndex(rule);
  const dates = Array.from({ length: count }, (_, step) => seriesDate(rule, first + step));
  return dates.filter((date, place) => (rule.end_date === null || date <= rule.end_date) && date !== dates[place - 1]);
}

/** The last day that a period covers: the day before the next one starts. */
export const periodEnd = (rule: Pick<Recurrence, 'interval' | 'start_date'>, period: string): string =>
  addDays(seriesDate(rule, indexFrom(rule, period) + 1), -1);

type Marked = { readonly is_active: boolean; readonly next_generation: string; readonly end_date: string | null };

const isRunning = ({ is_active, next_generation, end_date }: Marked): boolean =>
  is_active && (end_date === null || next_generation <= end_date);

/** Whether a period waits to be generated. `today` is the company's (`calendarDay`). */
export const isDue = (item: Marked, today: string): boolean => isRunning(item) && item.next_generation <= today;

/** Whether the next period comes within so many days, and is not due yet. */
export const isUpcoming = (item: Marked, today: string, days: number): boolean =>
  isRunning(item) && item.next_generation > today && item.next_generation <= addDays(today, days);
