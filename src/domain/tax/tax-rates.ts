/** Rates in force, standard first (percent). They only order what a form offers; any rate can be entered. */
const RATES: Readonly<Record<string, readonly number[]>> = {
  DE: [19, 7, 0],
  AT: [20, 10, 13, 0],
  CH: [8.1, 2.6, 3.8, 0],
  GB: [20, 5, 0],
  FR: [20, 10, 5.5, 2.1, 0],
  NL: [21, 9, 0],
  BE: [21, 12, 6, 0],
  IT: [22, 10, 5, 4, 0],
  ES: [21, 10, 4, 0],
  DK: [25, 0],
  SE: [25, 12, 6, 0],
  PL: [23, 8, 5, 0],
};

/** Rates of a country, standard first; `others` are the rest, ascending. */
export function taxRatesFor(country: string): { own: readonly number[]; others: readonly number[] } {
  const own = RATES[country] ?? [];
  const all = new Set(Object.values(RATES).flat());
  return { own, others: [...all].filter((rate) => !own.includes(rate)).sort((a, b) => a - b) };
}
