import { currencyDecimals, formatNumber, separators } from '#platform/i18n/format.ts';

/** What a typed amount means: a number, nothing typed (`null`), or not an amount (`undefined`). */
export type ReadAmount = number | null | undefined;

/**
 * Reads an amount as people type it: `1.234,5`, `1,234.50`, `12,5 €`, `-3`. A single separator is the decimal one unless it is the
 * locale's group separator in a group's place. More than `decimals` (the currency's; a unit price has up to four) are not rounded away
 * silently: not an amount.
 */
export function readAmount(typed: string, language: string, currency: string, decimals = currencyDecimals(currency)): ReadAmount {
  const bare = typed.replace(/[\s\u00A0\u202F'’]|\p{Sc}/gu, '').replace(/(?<=\d)[A-Za-z]{3}$/, '');
  if (bare === '') return null;
  const match = /^([-−+]?)(\d[\d.,]*|[.,]\d+)$/.exec(bare);
  if (!match) return undefined;
  const digits = match[2] ?? '';
  const decimal = decimalSeparatorOf(digits, separators(language).group);
  const [whole = '', fraction = '', ...rest] = decimal ? digits.split(decimal) : [digits];
  if (rest.length > 0 || /[.,]/.test(fraction) || fraction.length > decimals || !isGrouped(whole)) return undefined;
  const value = Number(`${whole.replace(/[.,]/g, '') || '0'}.${fraction || '0'}`);
  return match[1] === '-' || match[1] === '−' ? -value : value;
}

function decimalSeparatorOf(digits: string, group: string): '.' | ',' | null {
  const lastDot = digits.lastIndexOf('.');
  const lastComma = digits.lastIndexOf(',');
  if (lastDot >= 0 && lastComma >= 0) return lastDot > lastComma ? '.' : ',';
  const separator = lastDot >= 0 ? '.' : lastComma >= 0 ? ',' : null;
  if (!separator) return null;
  const looksGrouped = new RegExp(`^\\d{1,3}(\\${separator}\\d{3})+$`).test(digits);
  const isSingle = digits.indexOf(separator) === digits.lastIndexOf(separator);
  return looksGrouped && (separator === group || !isSingle) ? null : separator;
}

const isGrouped = (whole: string): boolean => /^\d*$/.test(whole) || /^\d{1,3}([.,]\d{3})+$/.test(whole);

/** How a stored amount is shown in a field: the locale's figures without the currency. */
export const amountText = (value: number | null, language: string, currency: string): string =>
  value === null ? '' : formatNumber(value, language, Math.max(currencyDecimals(currency), decimalsOf(value)));

/** A unit price may have more decimals than its currency. */
const decimalsOf = (value: number): number => Math.min(4, /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0);
