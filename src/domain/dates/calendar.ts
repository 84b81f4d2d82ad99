/** Calendar days are `YYYY-MM-DD` texts; they sort as they follow each other. No `Date` is involved, so no timezone can shift one. */
export type CalendarDay = { readonly year: number; readonly month: number; readonly day: number };

export const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Whether the text names a day that exists. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Throws a RangeError for a day that doesn't exist: a silent correction would book on another day. */
export function dayOf(date: string): CalendarDay {
  if (!isCalendarDate(date)) throw new RangeError(`Not a calendar date: ${date}`);
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

export function dateText({ year, month, day }: CalendarDay): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const DAYS_PER_ERA = 146_097;

/** Days since 1970-01-01 in the Gregorian calendar; months are counted from March, so that the leap day comes last. */
function dayNumber({ year, month, day }: CalendarDay): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  return era * DAYS_PER_ERA + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468;
}

function dayFromNumber(days: number): CalendarDay {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}

export const addDays = (date: string, days: number): string => dateText(dayFromNumber(dayNumber(dayOf(date)) + days));

/** Days from the first to the second; negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number => dayNumber(dayOf(to)) - dayNumber(dayOf(from));

/**
 * Months later, on the anchor day or the last day of a shorter month. Pass the anchor of a series (its first day) to every step:
 * 31 Jan → 28 Feb → 31 Mar. Without it the day of `date` is the anchor.
 */
export function addMonths(date: string, months: number, anchorDay?: number): string {
  const { year, month, day } = dayOf(date);
  const total = year * 12 + (month - 1) + months;
  const to = { year: Math.floor(total / 12), month: (((total % 12) + 12) % 12) + 1 };
  return dateText({ ...to, day: Math.min(anchorDay ?? day, daysInMonth(to.year, to.month)) });
}

/** `2026-01-31` → `2026-01`. */
export const monthOf = (date: string): string => date.slice(0, 7);
export const startOfMonth = (date: string): string => dateText({ ...dayOf(date), day: 1 });
export function endOfMonth(date: string): string {
  const { year, month } = dayOf(date);
  return dateText({ year, month, day: daysInMonth(year, month) });
}
