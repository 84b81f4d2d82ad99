import { currencyExponent } from './currency-codes.ts';
import { decimalOf, decimalText, dividedRounded, rescaled } from './decimal.ts';

/** Documents carry amounts as JSON numbers in major units; everything that computes does it here, on integers of minor units. */

/** How Intl writes amounts of a currency. British English calls yen `JP¥`, which nobody does; a dollar stays `US$`, since there are many. */
export const currencyStyle = (
  currency: string,
): Pick<Intl.NumberFormatOptions, 'style' | 'currency' | 'currencyDisplay' | 'minimumFractionDigits' | 'maximumFractionDigits'> => ({
  style: 'currency',
  currency,
  currencyDisplay: currency === 'JPY' ? 'narrowSymbol' : 'symbol',
  minimumFractionDigits: currencyExponent(currency),
  maximumFractionDigits: currencyExponent(currency),
});

/** Major units → minor units, rounded half away from zero: `12.345` EUR → `1235n`. */
export const toMinor = (amount: number, currency: string): bigint => rescaled(decimalOf(amount), currencyExponent(currency));

/** Minor units → major units: `1235n` EUR → `12.35`. */
export const fromMinor = (minor: bigint, currency: string): number => Number(decimalText(minor, currencyExponent(currency)));

/** The amount as it can be paid in this currency. */
export const roundedTo = (amount: number, currency: string): number => fromMinor(toMinor(amount, currency), currency);

/** Sum of amounts in one currency, in major units. */
export const sumOf = (amounts: readonly number[], currency: string): number =>
  fromMinor(
    amounts.reduce((sum, amount) => sum + toMinor(amount, currency), 0n),
    currency,
  );

/** Tax contained in a gross amount, major units: 119 at 19 % contains 19. `ratePercent` may have decimals. */
export function taxInGross(gross: number, ratePercent: number, currency: string): number {
  const rate = decimalOf(ratePercent);
  const hundred = 100n * 10n ** BigInt(rate.scale);
  return fromMinor(dividedRounded(toMinor(gross, currency) * rate.digits, hundred + rate.digits), currency);
}

/** Tax on a net amount, major units: 100 at 19 % bears 19. */
export function taxOnNet(net: number, ratePercent: number, currency: string): number {
  const rate = decimalOf(ratePercent);
  return fromMinor(dividedRounded(toMinor(net, currency) * rate.digits, 100n * 10n ** BigInt(rate.scale)), currency);
}
