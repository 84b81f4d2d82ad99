import { expect, test } from 'vitest';
import { ownCurrencyOn } from './own-currency.ts';

test.each([
  ['DE', '2026-01-02', 'EUR'],
  ['PL', '2026-01-02', 'PLN'],
  ['GB', '2026-01-02', 'GBP'],
  ['BG', '2025-12-31', 'BGN'],
  ['BG', '2026-01-01', 'EUR'],
  ['HR', '2022-12-31', 'HRK'],
  ['HR', '', 'EUR'],
  ['CH', '2026-01-02', null],
  ['US', '2026-01-02', null],
  ['', '2026-01-02', null],
])('tax of an invoice from %s of %s has to be said in %s', (country, day, currency) => {
  expect(ownCurrencyOn(country, day)).toBe(currency);
});
