import { monthOf } from '#domain/dates/calendar.ts';
import { monthsOver } from '#domain/periods/accounting-period.ts';
import { type Period, periodOf, previousPeriod } from './period.ts';

/** How an address names a month (`2026-01`) or a quarter (`2026-Q1`). */
export const closingKey = ({ from, to }: Period): string =>
  from === to ? from : `${from.slice(0, 4)}-Q${String(Math.ceil(Number(to.slice(5)) / 3))}`;

/** The months and quarters that are over and may be closed, the latest first. */
export function closingPeriods(today: string, count: { readonly months: number; readonly quarters: number }) {
  const months = monthsOver(today, count.months).map((month): Period => ({ from: monthOf(month), to: monthOf(month) }));
  const quarters: Period[] = [];
  let quarter = periodOf({ preset: 'lastQuarter' }, today);
  while (quarters.length < count.quarters) {
    quarters.push(quarter);
    quarter = previousPeriod(quarter);
  }
  return { months, quarters };
}
