const currencyByCountry: Readonly<Record<string, string>> = {
  DE: 'EUR',
  AT: 'EUR',
  CH: 'CHF',
  LI: 'CHF',
  BE: 'EUR',
  BG: 'EUR',
  HR: 'EUR',
  CY: 'EUR',
  CZ: 'CZK',
  DK: 'DKK',
  EE: 'EUR',
  ES: 'EUR',
  FI: 'EUR',
  FR: 'EUR',
  GB: 'GBP',
  GR: 'EUR',
  HU: 'HUF',
  IE: 'EUR',
  IS: 'ISK',
  IT: 'EUR',
  LT: 'EUR',
  LU: 'EUR',
  LV: 'EUR',
  MT: 'EUR',
  NL: 'EUR',
  NO: 'NOK',
  PL: 'PLN',
  PT: 'EUR',
  RO: 'RON',
  SE: 'SEK',
  SI: 'EUR',
  SK: 'EUR',
  TR: 'TRY',
  UA: 'UAH',
  US: 'USD',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  JP: 'JPY',
  SG: 'SGD',
};

export const currencyOfCountry = (country: string): string => currencyByCountry[country] ?? 'EUR';

const first = ['DE', 'AT', 'CH'];

type Option = { value: string; label: string };

/** Countries by their names in the page's language; where most customers are comes first. */
export function countries(language: string): Option[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  const rest = Object.keys(currencyByCountry).filter((code) => !first.includes(code));
  const option = (value: string): Option => ({ value, label: names.of(value) ?? value });
  return [...first.map(option), ...rest.map(option).sort((a, b) => a.label.localeCompare(b.label, language))];
}

export function currencies(language: string): Option[] {
  const names = new Intl.DisplayNames([language], { type: 'currency' });
  return [...new Set(Object.values(currencyByCountry))].map((value) => ({ value, label: `${value} – ${names.of(value) ?? ''}` }));
}
