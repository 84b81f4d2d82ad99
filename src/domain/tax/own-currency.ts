import { isEuMember } from './tax-territory.ts';

const NOT_EURO: Readonly<Record<string, string>> = { CZ: 'CZK', DK: 'DKK', HU: 'HUF', PL: 'PLN', RO: 'RON', SE: 'SEK', GB: 'GBP' };
/** What a country had before the euro, and since when it has that. */
const BEFORE_EURO: Readonly<Record<string, { readonly currency: string; readonly until: string }>> = {
  BG: { currency: 'BGN', until: '2026-01-01' },
  HR: { currency: 'HRK', until: '2023-01-01' },
};

/** The currency in which an invoice of a country has to say its tax on a day, whatever it is written in; null where no law asks for one. */
export function ownCurrencyOn(country: string, day: string): string | null {
  const before = BEFORE_EURO[country];
  if (before && day !== '' && day < before.until) return before.currency;
  return NOT_EURO[country] ?? (isEuMember(country) ? 'EUR' : null);
}
