import { decimalOf, decimalText } from '#domain/money/decimal.ts';
import { currencyExponent } from '#domain/money/currency-codes.ts';
import { toMinor } from '#domain/money/money.ts';

/** An amount with all decimals of its currency. */
export const xmlAmount = (amount: number, currency: string): string => decimalText(toMinor(amount, currency), currencyExponent(currency));

/** A number as it is, never in powers of ten. */
export function xmlNumber(value: number): string {
  const { digits, scale } = decimalOf(value);
  return decimalText(digits, scale);
}
