import { addDays, addMonths, monthOf, startOfMonth } from '#domain/dates/calendar.ts';
import { type Decimal, decimalText, dividedRounded, rescaled } from '#domain/money/decimal.ts';
import { currencyExponent } from '#domain/money/currency-codes.ts';
import type { Rates } from './rates.ts';

/** `example`: made up for the demo. */
export const RATE_SOURCES = ['ecb', 'example'] as const;
export type RateSource = (typeof RATE_SOURCES)[number];

/** The rates of one year as they travel to a device: what one euro was worth on each day on which that was published. */
export type ExchangeYear = {
  readonly year: number;
  readonly source: RateSource;
  /** The newest day that the server had of any year. */
  readonly version: string;
  /** Without the year, in order: `11-23`. */
  readonly days: readonly string[];
  /** By currency, one for each of the days; null where none was published. */
  readonly rates: Readonly<Record<string, readonly (string | null)[]>>;
};
/** The years that are at hand, in any order. */
export type ExchangeTable = readonly ExchangeYear[];

export type ExchangeQuestion = { readonly from: string; readonly to: string; readonly day: string; readonly rates: Rates };
export type ExchangeRate = {
  /** How many units of `to` one unit of `from` is: a decimal with up to twelve places. */
  readonly rate: string;
  /** The (last) day whose publication it is. */
  readonly day: string;
  readonly source: RateSource;
  /** The newest day that the table knew. */
  readonly version: string;
  /** A later publication may say otherwise. */
  readonly provisional: boolean;
};

/** A rate that was published longer ago says nothing about a day. */
const DAYS_MAX = 31;
const PLACES = 12;

/** Decimals with which the average of a month is given, as the German ministry of finance does; four where it is not said. */
const MONTH_PLACES: Readonly<Record<string, number>> = { GBP: 5, CZK: 3, PHP: 3, THB: 3, HUF: 2, IDR: 2, ISK: 2, JPY: 2, KRW: 2 };

const ONE: Decimal = { digits: 1n, scale: 0 };

/** `"0.9212"` as a decimal. Throws a RangeError for anything but a positive number written out. */
export function parseRate(text: string): Decimal {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  const digits = BigInt(match ? `${match[1]}${match[2] ?? ''}` : 0);
  if (digits === 0n) throw new RangeError(`Not a rate: ${text}`);
  return { digits, scale: match?.[2]?.length ?? 0 };
}

/** a ÷ b with so many decimals, rounded half up; both are above zero. */
const quotient = (a: Decimal, b: Decimal, places: number): bigint =>
  dividedRounded(a.digits * 10n ** BigInt(b.scale + places), b.digits * 10n ** BigInt(a.scale));

const trimmed = (text: string): string => text.replace(/\.?0+$/, '');

type Published = { readonly day: string; readonly source: RateSource; readonly of: (currency: string) => Decimal | null };

/** The days from the first to the last on which rates were published, in order. */
function published(table: ExchangeTable, first: string, last: string): Published[] {
  return table
    .filter(({ year }) => year >= Number(first.slice(0, 4)) && year <= Number(last.slice(0, 4)))
    .toSorted((a, b) => a.year - b.year)
    .flatMap(({ year, source, days, rates }) =>
      days.flatMap((short, n) => {
        const day = `${year}-${short}`;
        const of = (currency: string) => {
          const rate = rates[currency]?.[n];
          return currency === 'EUR' ? ONE : rate ? parseRate(rate) : null;
        };
        return day >= first && day <= last ? [{ day, source, of }] : [];
      }),
    );
}

function average(days: readonly Published[], currency: string): Decimal | null {
  if (currency === 'EUR') return ONE;
  const rates = days.flatMap(({ of }) => of(currency) ?? []);
  const scale = Math.max(0, ...rates.map((rate) => rate.scale));
  const sum = rates.reduce((total, rate) => total + rescaled(rate, scale), 0n);
  const places = MONTH_PLACES[currency] ?? 4;
  const count = { digits: BigInt(rates.length), scale: 0 };
  return rates.length === 0 ? null : { digits: quotient({ digits: sum, scale }, count, places), scale: places };
}

/** What is known for the question: the days it goes by, and whether a later publication may say otherwise. */
function basis(table: ExchangeTable, version: string, { day, rates }: ExchangeQuestion) {
  if (rates === 'day') {
    const last = published(table, addDays(day, -DAYS_MAX), day).at(-1);
    return { days: last ? [last] : [], isProvisional: version < day };
  }
  const [known, asked] = [startOfMonth(version), startOfMonth(day)];
  const before = addMonths(asked, -1);
  const month = known > asked ? asked : known < before ? known : before;
  const days = month < addMonths(asked, -2) ? [] : published(table, month, `${monthOf(month)}-31`);
  return { days, isProvisional: month < asked };
}

/**
 * What a unit of one currency is worth in another; null where that is not known (or both are the same), or what is known is too old.
 * By `day`: as published last, not more than a month before. By `month`: on average of the day's month, or while it is not over of the
 * month before. The table must hold the year of the day, and for January and February the year before. `private.exchange_rate` in SQL
 * is the same.
 */
export function exchangeRate(table: ExchangeTable, question: ExchangeQuestion): ExchangeRate | null {
  const version = table.reduce((newest, year) => (year.version > newest ? year.version : newest), '');
  if (question.from === question.to || version === '') return null;
  const { days, isProvisional } = basis(table, version, question);
  const last = days.at(-1);
  const [from, to] = [question.from, question.to].map((currency) =>
    question.rates === 'day' ? (last?.of(currency) ?? null) : average(days, currency),
  );
  if (!last || !from || !to) return null;
  const rate = trimmed(decimalText(quotient(to, from, PLACES), PLACES));
  return { rate, day: last.day, source: last.source, version, provisional: isProvisional };
}

/** Minor units of one currency in minor units of another, rounded half away from zero: `10000n` JPY at 0.0058 → `5800n` EUR. */
export function convertMinor(minor: bigint, rate: string, from: string, to: string): bigint {
  const { digits, scale } = parseRate(rate);
  return dividedRounded(minor * digits * 10n ** BigInt(currencyExponent(to)), 10n ** BigInt(scale + currencyExponent(from)));
}
