import { parseCsv } from '#domain/csv/csv-text.ts';
import { isCalendarDate } from '#domain/dates/calendar.ts';

/** What one euro was worth by day and currency, as the European Central Bank published it: `{ '2026-11-20': { USD: '1.0834' } }`. */
export type PublishedRates = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Why an answer is not believed: nothing of it is kept. `at`: the line, day or currency that shows it. */
export type RatesFault = { readonly reason: 'unreadable' | 'empty' | 'partial' | 'implausible'; readonly at: string };
type Read = { readonly days: PublishedRates } | { readonly fault: RatesFault };

/** The currencies for which the bank publishes a reference rate, or did since 2016. */
const CURRENCIES =
  'AUD BGN BRL CAD CHF CNY CZK DKK GBP HKD HRK HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON RUB SEK SGD THB TRY USD ZAR'.split(
    ' ',
  );
const HOME = `https://data-api.ecb.europa.eu/service/data/EXR/D.${CURRENCIES.join('+')}.EUR.SP00.A`;

/** Where the rates since a day are found; `base` is the address of another place that answers in the same way. */
export function ratesUrl(since: string, base: string = HOME): string {
  const url = new URL(base);
  for (const [name, value] of Object.entries({ startPeriod: since, detail: 'dataonly', format: 'csvdata' }))
    url.searchParams.set(name, value);
  return url.href;
}

const COLUMNS = ['FREQ', 'CURRENCY', 'CURRENCY_DENOM', 'TIME_PERIOD', 'OBS_VALUE'] as const;
/** As the database keeps it. */
const RATE = /^(?!0+(\.0+)?$)[0-9]{1,9}(\.[0-9]{1,9})?$/;
/** A day of the holidays of the bank may stand there without a value. */
const NONE = ['', 'NaN'];

/** On a first day there are at least so many currencies. */
const CURRENCIES_MIN = 20;
/** So many currencies may end on one day: those of countries that take the euro, or that are no longer published. */
const ENDING_MAX = 2;
/** No currency that the bank publishes ever moved by so much from one publication to the next. */
const STEP_MAX = 1.5;
/** Nothing is known before the first answer but this: a dollar was never worth half a euro, or two. */
const DOLLAR = { min: 0.5, max: 2 };

const faultOf = (reason: RatesFault['reason'], at: string | number): { fault: RatesFault } => ({ fault: { reason, at: String(at) } });

function readCsv(text: string): Read {
  // A line that was cut off may still end in a number.
  if (!text.endsWith('\n')) return faultOf('unreadable', 'end');
  const [header, ...rows] = parseCsv(text, ',');
  const places = COLUMNS.map((name) => header?.cells.indexOf(name) ?? -1);
  if (places.includes(-1)) return faultOf('unreadable', header?.line ?? 1);
  const days: Record<string, Record<string, string>> = {};
  for (const { line, cells } of rows) {
    const [freq, currency = '', base, day = '', rate = ''] = places.map((place) => cells[place]);
    const isKnown = freq === 'D' && base === 'EUR' && CURRENCIES.includes(currency) && isCalendarDate(day);
    if (!isKnown || cells.length !== header?.cells.length) return faultOf('unreadable', line);
    if (NONE.includes(rate)) continue;
    const of = (days[day] ??= {});
    if (!RATE.test(rate) || of[currency] !== undefined) return faultOf('unreadable', line);
    of[currency] = rate;
  }
  return { days };
}

/** The first thing that cannot be, going from the days that are known to those that are new. */
function faultIn(days: PublishedRates, known: PublishedRates, today: string): { fault: RatesFault } | null {
  for (const [day, rates] of Object.entries(known))
    for (const currency of Object.keys(rates)) if (days[day]?.[currency] === undefined) return faultOf('partial', `${day} ${currency}`);
  const last: Record<string, string> = {};
  let before = 0;
  for (const day of Object.keys(days).toSorted()) {
    const rates = days[day] ?? {};
    const count = Object.keys(rates).length;
    if (day > today) return faultOf('implausible', day);
    if (count < Math.max(CURRENCIES_MIN, before - ENDING_MAX)) return faultOf('partial', day);
    before = count;
    for (const [currency, rate] of Object.entries(rates)) {
      const step = Number(rate) / Number(known[day]?.[currency] ?? last[currency] ?? rate);
      if (step > STEP_MAX || step < 1 / STEP_MAX) return faultOf('implausible', `${day} ${currency}`);
      last[currency] = rate;
    }
    const dollar = Number(rates['USD']);
    if (!(dollar > DOLLAR.min && dollar < DOLLAR.max)) return faultOf('implausible', `${day} USD`);
  }
  return null;
}

/**
 * The rates of an answer of the bank (SDMX-CSV), or why none of it is believed. `known`: the last days that are kept already; an answer
 * that begins there must have all of them again, so that a part of one is noticed. `today` in the bank's or a later timezone.
 */
export function readPublishedRates(csv: string, { known, today }: { readonly known: PublishedRates; readonly today: string }): Read {
  const read = readCsv(csv);
  if ('fault' in read) return read;
  if (Object.keys(read.days).length === 0) return faultOf('empty', 'end');
  return faultIn(read.days, known, today) ?? read;
}
