/** Locale formatting by Intl; formatters are cached because building one takes longer than a table row. */
import { currencyExponent } from '#domain/money/currency-codes.ts';
import { currencyStyle } from '#domain/money/money.ts';

const cache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

function cached<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(key: string, make: () => T): T {
  const known = cache.get(key) as T | undefined;
  if (known) return known;
  const made = make();
  cache.set(key, made);
  return made;
}

// The prefix-less language is written for European companies: day before month, 24 hours.
const regional = (language: string) => (language === 'en' ? 'en-GB' : language);

/** `1.234,50 €` / `€1,234.50`. */
export function formatMoney(amount: number, currency: string, language: string): string {
  return cached(`money ${language} ${currency}`, () => {
    try {
      return new Intl.NumberFormat(regional(language), currencyStyle(currency));
    } catch {
      return new Intl.NumberFormat(regional(language), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    }
  }).format(amount);
}

/** Like an amount, but with up to four decimals where there are any: `€0.0042`. */
export function formatPrice(price: number, currency: string, language: string): string {
  return cached(
    `price ${language} ${currency}`,
    () => new Intl.NumberFormat(regional(language), { ...currencyStyle(currency), maximumFractionDigits: 4 }),
  ).format(price);
}

/** Decimals of a currency: EUR 2, JPY 0, KWD 3; 2 for what is none. */
export function currencyDecimals(currency: string): number {
  try {
    return currencyExponent(currency);
  } catch {
    return 2;
  }
}

export function formatNumber(value: number, language: string, decimals?: number): string {
  const options = decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return cached(`number ${language} ${decimals ?? ''}`, () => new Intl.NumberFormat(regional(language), options)).format(value);
}

export function formatPercent(percent: number, language: string): string {
  return cached(
    `percent ${language}`,
    () => new Intl.NumberFormat(regional(language), { style: 'percent', maximumFractionDigits: 3 }),
  ).format(percent / 100);
}

const dayStyles = {
  /** As in every instant and on every document: `31.01.2026`, `31 Jan 2026`. */
  short: { dateStyle: 'medium' },
  /** As one types it: `31.01.2026`, `31/01/2026`. */
  typed: { day: '2-digit', month: '2-digit', year: 'numeric' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;
export type DayStyle = keyof typeof dayStyles;

/** A calendar day `YYYY-MM-DD`; it has no timezone and is shown as it is. */
export function formatDay(day: string, language: string, style: DayStyle = 'short'): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) return day;
  return cached(
    `day ${language} ${style}`,
    () => new Intl.DateTimeFormat(regional(language), { ...dayStyles[style], timeZone: 'UTC' }),
  ).format(at);
}

const monthStyles = {
  short: { month: 'short' },
  medium: { month: 'short', year: 'numeric' },
  long: { month: 'long', year: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;
export type MonthStyle = keyof typeof monthStyles;

/** A month `YYYY-MM`: `Jan`, `Jan 2026`, `January 2026`. */
export function formatMonth(month: string, language: string, style: MonthStyle = 'medium'): string {
  const at = Date.parse(`${month}-01T00:00:00Z`);
  if (Number.isNaN(at)) return month;
  return cached(
    `month ${language} ${style}`,
    () => new Intl.DateTimeFormat(regional(language), { ...monthStyles[style], timeZone: 'UTC' }),
  ).format(at);
}

/** For the axis of a chart: `12K`, `5.000`, `1,5 Mio.` */
export const formatCompact = (value: number, language: string): string =>
  cached(
    `compact ${language}`,
    () => new Intl.NumberFormat(regional(language), { notation: 'compact', maximumFractionDigits: 1, useGrouping: 'always' }),
  ).format(value);

/** `14:02` in the device's timezone, or the given one. */
export function formatTime(instant: string | number | Date, language: string, timeZone?: string): string {
  const options: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', ...(timeZone ? { timeZone } : {}) };
  return cached(`time ${language} ${timeZone ?? ''}`, () => new Intl.DateTimeFormat(regional(language), options)).format(new Date(instant));
}

/** `14:02:37`: for events that follow each other closely. */
export function formatTimeOfDay(instant: string | number | Date, language: string): string {
  const options: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit' };
  return cached(`seconds ${language}`, () => new Intl.DateTimeFormat(regional(language), options)).format(new Date(instant));
}

export function formatInstant(instant: string | number | Date, language: string, timeZone?: string): string {
  const options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short', ...(timeZone ? { timeZone } : {}) };
  return cached(`instant ${language} ${timeZone ?? ''}`, () => new Intl.DateTimeFormat(regional(language), options)).format(
    new Date(instant),
  );
}

const steps = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `3 minutes ago`, `vor 2 Tagen`; under a minute `now`. */
export function formatRelative(instant: string | number | Date, now: number, language: string): string {
  const format = cached(`relative ${language}`, () => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
  const seconds = (new Date(instant).getTime() - now) / 1000;
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  return step ? format.format(Math.trunc(seconds / step[1]), step[0]) : format.format(0, 'second');
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** `2.4 MB`; powers of 1000, as the device's own settings count. */
export function formatBytes(bytes: number, language: string): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const unit = units[power] ?? 'byte';
  return cached(
    `bytes ${language} ${unit}`,
    () =>
      new Intl.NumberFormat(regional(language), {
        style: 'unit',
        unit,
        unitDisplay: power === 0 ? 'long' : 'short',
        maximumFractionDigits: power < 2 ? 0 : 1,
      }),
  ).format(bytes / 1000 ** power);
}

/** Decimal and group separators of a locale. */
export function separators(language: string): { decimal: string; group: string } {
  const parts = cached(
    `number ${language} 1`,
    () => new Intl.NumberFormat(regional(language), { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  ).formatToParts(12345.6);
  const of = (type: string, preset: string) => parts.find((part) => part.type === type)?.value ?? preset;
  return { decimal: of('decimal', '.'), group: of('group', ',') };
}
