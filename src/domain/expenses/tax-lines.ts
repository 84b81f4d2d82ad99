import { absolute, decimalOf } from '#domain/money/decimal.ts';
import { currencyExponent } from '#domain/money/currency-codes.ts';
import { fromMinor, taxInGross, taxOnNet, toMinor } from '#domain/money/money.ts';
import { type ExpenseTaxCategory, type Figures, type TaxLine, TAX_LINES_MAX, type Taxed } from './tax-line.ts';

export const bearsTax = (category: ExpenseTaxCategory): boolean => category === 'domestic' || category === 'import';

const hasDecimals = (value: number, max: number): boolean => decimalOf(value).scale <= max;

/** Which field of a line can't be so, or null. Printed figures are rounded by other rules than ours: one minor unit is no error. */
function lineFault(line: TaxLine, currency: string): keyof TaxLine | null {
  const exponent = currencyExponent(currency);
  if (!hasDecimals(line.deductible_percent, 3)) return 'deductible_percent';
  if (bearsTax(line.category) !== (line.rate !== null) || !hasDecimals(line.rate ?? 0, 3)) return 'rate';
  if (!hasDecimals(line.net, exponent)) return 'net';
  if (!hasDecimals(line.tax, exponent) || line.net * line.tax < 0) return 'tax';
  if (line.rate === null) return line.tax === 0 ? null : 'tax';
  return absolute(toMinor(line.tax, currency) - toMinor(taxOnNet(line.net, line.rate, currency), currency)) > 1n ? 'tax' : null;
}

/** Where a tax table can't be so: `<line>.<field>` counted from 0, `lines` (too long), `sum` (not the amount); null where it can. SQL says the same. */
export function taxLinesFault(lines: readonly TaxLine[], { amount: gross, currency }: Taxed): string | null {
  if (lines.length > TAX_LINES_MAX) return 'lines';
  for (const [n, line] of lines.entries()) {
    const fault = lineFault(line, currency);
    if (fault) return `${n}.${fault}`;
  }
  return lines.length > 0 && leftOf(lines, { amount: gross, currency }) !== 0n ? 'sum' : null;
}

/** A fault as a form and a command name it: where, and the key of its sentence. */
export function taxFaultIssue(fault: string): { path: (string | number)[]; message: 'taxLine' | 'taxSum' } {
  const [line, field] = fault.split('.');
  return field === undefined
    ? { path: ['tax_lines'], message: 'taxSum' }
    : { path: ['tax_lines', Number(line), field], message: 'taxLine' };
}

/** What of the amount no line has yet, minor units. */
export const leftOf = (lines: readonly Pick<TaxLine, 'net' | 'tax'>[], { amount: gross, currency }: Taxed): bigint =>
  lines.reduce((left, line) => left - toMinor(line.net, currency) - toMinor(line.tax, currency), toMinor(gross, currency));

/** Rate and tax for apps that know one rate: the rate where all lines have the same, and all of the tax. */
export function taxFiguresOf(lines: readonly TaxLine[], currency: string): { tax_rate: number | null; tax_amount: number } {
  const [first] = lines;
  const tax = lines.reduce((sum, line) => sum + toMinor(line.tax, currency), 0n);
  return { tax_rate: first && lines.every(({ rate }) => rate === first.rate) ? first.rate : null, tax_amount: fromMinor(tax, currency) };
}

/** A line of the company's own tax from its gross, major units. */
export function grossLine(gross: number, { rate, currency, country }: { rate: number | null; currency: string; country: string }): TaxLine {
  const tax = rate === null ? 0 : taxInGross(gross, rate, currency);
  const net = fromMinor(toMinor(gross, currency) - toMinor(tax, currency), currency);
  return { rate, net, tax, category: rate === null ? 'none' : 'domestic', country, deductible_percent: 100 };
}

/**
 * The rate to begin the rest of a receipt with, percent: beside reduced rates alone the standard one, as the breakfast of a hotel or what is drunk; else
 * none, as a tip. Only the company's own tax says something about it.
 */
export const rateOfRest = (lines: readonly TaxLine[], standard: number | null): number | null =>
  standard !== null &&
  lines.length > 0 &&
  lines.every(({ category, rate }) => category === 'domestic' && rate !== null && rate > 0 && rate < standard)
    ? standard
    : null;

/** The table of a receipt with one rate; empty where it shows no tax. */
export const oneTaxLine = ({ amount: gross, tax_rate: rate, currency }: Omit<Figures, 'tax_amount'>, country: string): TaxLine[] =>
  rate === null ? [] : [grossLine(gross, { rate, currency, country })];

/** The table with the sign turned. */
export const turned = (lines: readonly TaxLine[]): TaxLine[] => lines.map((line) => ({ ...line, net: 0 - line.net, tax: 0 - line.tax }));
