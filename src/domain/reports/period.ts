import { addMonths, daysInMonth, monthOf } from '#domain/dates/calendar.ts';

/** Whole months, both included, as `YYYY-MM`. */
export type Period = { readonly from: string; readonly to: string };

export const PERIOD_PRESETS = ['month', 'lastMonth', 'quarter', 'lastQuarter', 'year', 'lastYear', 'last12', 'custom'] as const;
export type PeriodPreset = (typeof PERIOD_PRESETS)[number];
/** What a person chose; `custom` says its months itself, the others follow the calendar. */
export type PeriodChoice = { readonly preset: Exclude<PeriodPreset, 'custom'> } | ({ readonly preset: 'custom' } & Period);

export const isMonth = (text: string): boolean => /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text);
const shifted = (month: string, by: number): string => monthOf(addMonths(`${month}-01`, by));
const monthsBetween = (from: string, to: string): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5)) - Number(from.slice(5));

function quarterOf(month: string): Period {
  const from = shifted(month, -((Number(month.slice(5)) - 1) % 3));
  return { from, to: shifted(from, 2) };
}
const yearOf = (month: string): Period => ({ from: `${month.slice(0, 4)}-01`, to: `${month.slice(0, 4)}-12` });

/** The months of a choice; `today` is the day in the company's timezone. Months given the wrong way round are turned. */
export function periodOf(choice: PeriodChoice, today: string): Period {
  const month = monthOf(today);
  switch (choice.preset) {
    case 'month':
      return { from: month, to: month };
    case 'lastMonth':
      return previousPeriod({ from: month, to: month });
    case 'quarter':
      return quarterOf(month);
    case 'lastQuarter':
      return previousPeriod(quarterOf(month));
    case 'year':
      return yearOf(month);
    case 'lastYear':
      return previousPeriod(yearOf(month));
    case 'last12':
      return { from: shifted(month, -11), to: month };
    case 'custom':
      return choice.from <= choice.to ? { from: choice.from, to: choice.to } : { from: choice.to, to: choice.from };
  }
}

/** Every month of the period, oldest first. */
export const monthsOf = ({ from, to }: Period): string[] => Array.from({ length: monthsBetween(from, to) + 1 }, (_, n) => shifted(from, n));

/** As long, ending just before. */
export function previousPeriod({ from, to }: Period): Period {
  const length = monthsBetween(from, to) + 1;
  return { from: shifted(from, -length), to: shifted(to, -length) };
}

export const yearBefore = ({ from, to }: Period): Period => ({ from: shifted(from, -12), to: shifted(to, -12) });

/** First and last day, for lists and ranges. */
export function daysOf({ from, to }: Period): { from: string; to: string } {
  return { from: `${from}-01`, to: `${to}-${String(daysInMonth(Number(to.slice(0, 4)), Number(to.slice(5)))).padStart(2, '0')}` };
}
