import { currencyExponent } from './currency-codes.ts';
import { currencyStyle } from './money.ts';

export type AmountLocale = 'en' | 'de';
const DECIMAL_MARK = { en: '.', de: ',' } as const;

/**
 * The amount a person typed, in major units, or null if it isn't one. The language decides where a mark is ambiguous
 * (`1.234` is a thousand in German, one and a bit in English); a last mark that can't be a thousands mark is the decimal mark in both,
 * because people paste `12.50` into German forms.
 */
export function parseAmount(typed: string, locale: AmountLocale): number | null {
  const match = /^([-−+]?)(\d[\d.,]*|[.,]\d+)(-?)$/.exec(typed.replace(/[\s'’]|[A-Z]{0,2}\p{Sc}|\b[A-Z]{3}\b/gu, ''));
  if (!match) return null;
  const [, sign = '', figure = '', trailingMinus = ''] = match;
  const decimalAt = decimalMarkIn(figure, locale);
  const whole = decimalAt === -1 ? figure : figure.slice(0, decimalAt);
  const fraction = decimalAt === -1 ? '' : figure.slice(decimalAt + 1);
  if (!/^\d*$/.test(fraction) || !isGrouped(whole, decimalAt === -1 ? '' : (figure[decimalAt] ?? ''))) return null;
  const size = Number(`${whole.replace(/[.,]/g, '') || '0'}.${fraction || '0'}`);
  const isNegative = sign === '-' || sign === '−' || trailingMinus === '-';
  return isNegative && size !== 0 ? -size : size;
}

/** Position of the decimal mark, or −1. */
function decimalMarkIn(figure: string, locale: AmountLocale): number {
  const last = Math.max(figure.lastIndexOf('.'), figure.lastIndexOf(','));
  if (last === -1) return -1;
  const mark = figure[last] ?? '';
  if (figure.includes(mark === '.' ? ',' : '.')) return last;
  if (figure.indexOf(mark) !== last) return -1;
  const couldGroup = /^\d{1,3}$/.test(figure.slice(0, last)) && !figure.startsWith('0') && /^\d{3}$/.test(figure.slice(last + 1));
  return mark === DECIMAL_MARK[locale] || !couldGroup ? last : -1;
}

/** `1.234.567` is grouped, `12.34.567` is a typing mistake. */
function isGrouped(whole: string, decimalMark: string): boolean {
  if (/^\d*$/.test(whole)) return true;
  const mark = /[.,]/.exec(whole)?.[0] ?? '';
  return mark !== decimalMark && new RegExp(`^\\d{1,3}(\\${mark}\\d{3})+$`).test(whole);
}

/** For reading: `€1,234.50` or `1.234,50 €`. */
export function formatAmount(amount: number, currency: string, locale: AmountLocale): string {
  return new Intl.NumberFormat(locale === 'de' ? 'de-DE' : 'en-GB', currencyStyle(currency)).format(amount);
}

/** For an input: the currency's decimals, no grouping, no sign of the currency. `parseAmount` reads it back. */
export function amountForInput(amount: number, currency: string, locale: AmountLocale): string {
  return new Intl.NumberFormat(locale === 'de' ? 'de-DE' : 'en-GB', {
    minimumFractionDigits: currencyExponent(currency),
    maximumFractionDigits: 4,
    useGrouping: false,
  }).format(amount);
}
