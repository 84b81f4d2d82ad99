import table from './tax-rates.json' with { type: 'json' };

type Period = {
  /** First day; the period lasts until the day before the next one begins. */
  readonly from: string;
  /** Percent, the standard rate first. */
  readonly rates: readonly number[];
  /** In force only in a part of the country (islands, exclaves); no form offers them. */
  readonly regional?: readonly number[];
};
const COUNTRIES: Readonly<Record<string, readonly Period[]>> = table.countries;

/** Version of the table of rates, the day it was last compared with the law: `YYYY-MM-DD`. */
export const TAX_RATES_VERSION: string = table.version;

const periodOf = (country: string, day: string): Period | undefined => COUNTRIES[country]?.findLast(({ from }) => from <= day);

/** Rates above zero in force in a country on a day (percent), the standard rate first; none where the table does not reach. */
export const ratesOf = (country: string, day: string): readonly number[] => periodOf(country, day)?.rates ?? [];

/** The standard rate of a country on a day (percent), or null where the table does not reach. */
export const standardRate = (country: string, day: string): number | null => ratesOf(country, day)[0] ?? null;

/** Whether a rate above zero was in force there on that day. Of a country or time that the table does not reach nothing is denied. */
export function isRateInForce(country: string, rate: number, day: string): boolean {
  const period = periodOf(country, day);
  return period === undefined || period.rates.includes(rate) || period.regional?.includes(rate) === true;
}

/** Whether any country of the table has or had this rate; 99 % is a slip of the keys. */
export const isKnownRate = (rate: number): boolean =>
  Object.values(COUNTRIES).some((periods) =>
    periods.some(({ rates, regional }) => rates.includes(rate) || regional?.includes(rate) === true),
  );

/** What a form offers on a day (percent): the country's own rates, standard first, with 0 at their end; `others` are those of other countries, ascending. */
export function offeredRates(country: string, day: string): { readonly own: readonly number[]; readonly others: readonly number[] } {
  const rates = ratesOf(country, day);
  const own = rates.length > 0 ? [...rates, 0] : [];
  const all = new Set([0, ...Object.keys(COUNTRIES).flatMap((each) => ratesOf(each, day))]);
  return { own, others: [...all].filter((rate) => !own.includes(rate)).sort((a, b) => a - b) };
}
