import { currencyExponent } from '#domain/money/currency-codes.ts';
import { currencyStyle } from '#domain/money/money.ts';
import type { DocumentLanguage, PrintableDocument } from './printable-document.ts';

export type DocumentFormat = {
  /** `1.234,50 €`, `€1,234.50`; the company decides where the sign stands. */
  readonly money: (amount: number) => string;
  /** Like `money`, with up to four decimals. */
  readonly unitPrice: (amount: number) => string;
  readonly quantity: (quantity: number) => string;
  /** `19 %` */
  readonly percent: (percent: number) => string;
  /** `YYYY-MM-DD` → `31.01.2026`, `31 Jan 2026`. */
  readonly date: (date: string) => string;
  /** `01.–28.02.2026`, `1–28 Feb 2026`; what two days share is written once. */
  readonly period: (from: string, to: string) => string;
};

const NBSP = '\u00a0';
const REGION: Readonly<Record<DocumentLanguage, string>> = { de: 'de-DE', en: 'en-GB' };

function currencySign(currency: string, region: string): string {
  const parts = new Intl.NumberFormat(region, currencyStyle(currency)).formatToParts(0);
  return parts.find((part) => part.type === 'currency')?.value ?? currency;
}

function signed(
  amount: number,
  figures: string,
  sign: string,
  format: { language: DocumentLanguage; position: 'prefix' | 'suffix' },
): string {
  const minus = amount < 0 && /[1-9]/.test(figures) ? '−' : '';
  if (format.position === 'suffix') return `${minus}${figures}${NBSP}${sign}`;
  const gap = format.language === 'de' || /\p{L}$/u.test(sign) ? NBSP : '';
  return `${minus}${sign}${gap}${figures}`;
}

const startOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** How figures and days are written in the document's language. */
export function documentFormat(document: Pick<PrintableDocument, 'language' | 'currency' | 'currency_position'>): DocumentFormat {
  const { language, currency } = document;
  const region = REGION[language];
  const decimals = currencyExponent(currency);
  const sign = currencySign(currency, region);
  const figures = (maximumFractionDigits: number) =>
    new Intl.NumberFormat(region, { minimumFractionDigits: decimals, maximumFractionDigits, useGrouping: true, signDisplay: 'never' });
  const [exact, fine] = [figures(decimals), figures(Math.max(decimals, 4))];
  const counts = new Intl.NumberFormat(region, { maximumFractionDigits: 4 });
  const rates = new Intl.NumberFormat(region, { maximumFractionDigits: 3 });
  const days = new Intl.DateTimeFormat(region, {
    day: language === 'de' ? '2-digit' : 'numeric',
    month: language === 'de' ? '2-digit' : 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const style = { language, position: document.currency_position };
  return {
    money: (amount) => signed(amount, exact.format(amount), sign, style),
    unitPrice: (amount) => signed(amount, fine.format(amount), sign, style),
    quantity: (quantity) => counts.format(quantity).replace('-', '−'),
    percent: (percent) => `${rates.format(percent)}${language === 'de' ? NBSP : ''}%`,
    date: (date) => days.format(startOf(date)),
    period: (from, to) => days.formatRange(startOf(from), startOf(to)),
  };
}
