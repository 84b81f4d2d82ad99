import { addDays, dayOf, daysBetween } from '#domain/dates/calendar.ts';

/** Made up, and labelled so wherever they show: a year of values for one euro, on the first of each month, through which the demo swings back and forth. */
const ANCHORS: Readonly<Record<string, { readonly decimals: number; readonly values: readonly number[] }>> = {
  USD: { decimals: 4, values: [1.07, 1.08, 1.085, 1.09, 1.1, 1.11, 1.105, 1.12, 1.13, 1.125, 1.14, 1.15] },
  GBP: { decimals: 5, values: [0.84, 0.845, 0.85, 0.848, 0.852, 0.858, 0.861, 0.857, 0.863, 0.868, 0.872, 0.87] },
  CHF: { decimals: 4, values: [0.96, 0.955, 0.95, 0.952, 0.945, 0.94, 0.938, 0.942, 0.936, 0.93, 0.934, 0.928] },
  JPY: { decimals: 2, values: [158, 159.5, 161, 160, 162.5, 164, 163, 165, 166.5, 168, 167, 169] },
  PLN: { decimals: 4, values: [4.3, 4.28, 4.31, 4.27, 4.25, 4.29, 4.26, 4.24, 4.27, 4.23, 4.25, 4.22] },
  CZK: { decimals: 3, values: [24.8, 24.9, 25.1, 25, 25.2, 25.3, 25.1, 24.9, 24.7, 24.8, 24.6, 24.5] },
  DKK: { decimals: 4, values: [7.458, 7.459, 7.46, 7.461, 7.46, 7.459, 7.458, 7.457, 7.458, 7.46, 7.461, 7.462] },
  SEK: { decimals: 4, values: [11.2, 11.1, 11.3, 11.4, 11.25, 11.15, 11.05, 11, 11.1, 10.95, 10.9, 11] },
  NOK: { decimals: 4, values: [11.4, 11.5, 11.6, 11.7, 11.65, 11.75, 11.8, 11.7, 11.6, 11.55, 11.65, 11.7] },
  HUF: { decimals: 2, values: [385, 388, 390, 393, 396, 394, 398, 401, 399, 397, 395, 392] },
  CAD: { decimals: 4, values: [1.46, 1.47, 1.48, 1.475, 1.49, 1.5, 1.51, 1.52, 1.53, 1.54, 1.55, 1.56] },
  AUD: { decimals: 4, values: [1.62, 1.63, 1.65, 1.64, 1.66, 1.68, 1.7, 1.69, 1.71, 1.73, 1.72, 1.74] },
  CNY: { decimals: 4, values: [7.7, 7.75, 7.8, 7.82, 7.85, 7.9, 7.95, 8, 8.05, 8.1, 8.12, 8.15] },
  INR: { decimals: 4, values: [89, 89.5, 90, 91, 92, 92.5, 93, 94, 95, 96, 96.5, 97] },
};
const PER_YEAR = 12;
/** Forth and back without standing still at the ends. */
const SWING = 2 * (PER_YEAR - 1);
/** Between two anchors a line, on which each month has so many days. */
const DAYS_PER_MONTH = 31;

const anchorAt = (values: readonly number[], months: number): number => {
  const at = months % SWING;
  return values[at < PER_YEAR ? at : SWING - at] ?? 0;
};

function ratesOn(day: string): Record<string, string> {
  const { year, month, day: ofMonth } = dayOf(day);
  const [months, share] = [year * PER_YEAR + month - 1, (ofMonth - 1) / DAYS_PER_MONTH];
  return Object.fromEntries(
    Object.entries(ANCHORS).map(([currency, { decimals, values }]) => {
      const [from, to] = [anchorAt(values, months), anchorAt(values, months + 1)];
      return [currency, (from + (to - from) * share).toFixed(decimals)];
    }),
  );
}

/** Known to be a Saturday. */
const SATURDAY = '2000-01-01';
const isWeekend = (day: string): boolean => daysBetween(SATURDAY, day) % 7 < 2;

/** Exchange rates of the demo for every working day from the first year to the last, as rows of `private.exchange_rates`. */
export function demoRates(first: number, last: number): { day: string; source: 'example'; rates: Record<string, string> }[] {
  const rows: ReturnType<typeof demoRates> = [];
  for (let day = `${first}-01-01`; day <= `${last}-12-31`; day = addDays(day, 1))
    if (!isWeekend(day)) rows.push({ day, source: 'example', rates: ratesOn(day) });
  return rows;
}
