import { decimalOf, dividedRounded } from '#domain/money/decimal.ts';
import { currencyExponent } from '#domain/money/currency-codes.ts';
import { fromMinor } from '#domain/money/money.ts';
import { byRateAndCategory, categoryOf, rateOf } from '#domain/tax/line-tax.ts';
import type { TaxCategory } from '#domain/tax/tax-category.ts';
import type { TaxMode } from '#domain/tax/tax-mode.ts';
import type { Invoice, InvoiceItem } from './invoice.ts';

export type PricedItem = Pick<InvoiceItem, 'quantity' | 'unit_price' | 'discount_percent' | 'tax_rate'> &
  Partial<Pick<InvoiceItem, 'tax_category'>>;
export type InvoiceTotals = Pick<Invoice, 'net_total' | 'tax_total' | 'gross_total' | 'tax_breakdown'> & {
  /** Net amount of each line, in the order of the items. */
  readonly line_nets: number[];
};

const pow10 = (exponent: number): bigint => 10n ** BigInt(exponent);

/** quantity × price × (1 − discount) in minor units, rounded once, half away from zero. */
function lineNetMinor({ quantity, unit_price, discount_percent }: PricedItem, exponent: number): bigint {
  const [count, price, discount] = [decimalOf(quantity), decimalOf(unit_price), decimalOf(discount_percent)];
  const hundred = 100n * pow10(discount.scale);
  return dividedRounded(
    count.digits * price.digits * (hundred - discount.digits) * pow10(exponent),
    pow10(count.scale + price.scale) * hundred,
  );
}

/** Tax on the summed net of one category and rate, in minor units. */
function taxMinor(net: bigint, ratePercent: number): bigint {
  const rate = decimalOf(ratePercent);
  return dividedRounded(net * rate.digits, 100n * pow10(rate.scale));
}

/** The net amount of one line, major units. */
export const lineNet = (item: PricedItem, currency: string): number => fromMinor(lineNetMinor(item, currencyExponent(currency)), currency);

/**
 * All sums of an invoice in major units of its currency (DESIGN §4): lines are rounded one by one, tax per category and rate on
 * the summed net. Only what is taxed (S) bears a rate. SQL computes the same in `private.invoice_totals`, and only its result is stored.
 */
export function invoiceTotals(
  items: readonly PricedItem[],
  { currency, taxMode }: { readonly currency: string; readonly taxMode: TaxMode },
): InvoiceTotals {
  const exponent = currencyExponent(currency);
  const lines = items.map((item) => lineNetMinor(item, exponent));
  type Part = { readonly tax_rate: number; readonly tax_category: TaxCategory | null; net: bigint };
  const parts = new Map<string, Part>();
  for (const [i, item] of items.entries()) {
    const [tax_rate, tax_category] = [rateOf(item, taxMode), categoryOf(item, taxMode)];
    const key = `${tax_rate}|${tax_category ?? ''}`;
    const part = parts.get(key) ?? { tax_rate, tax_category, net: 0n };
    part.net += lines[i] ?? 0n;
    parts.set(key, part);
  }
  const byRate = [...parts.values()].toSorted(byRateAndCategory).map((part) => ({ ...part, tax: taxMinor(part.net, part.tax_rate) }));
  const net = lines.reduce((sum, line) => sum + line, 0n);
  const tax = byRate.reduce((sum, entry) => sum + entry.tax, 0n);
  return {
    net_total: fromMinor(net, currency),
    tax_total: fromMinor(tax, currency),
    gross_total: fromMinor(net + tax, currency),
    tax_breakdown: byRate.map((entry) => ({
      tax_rate: entry.tax_rate,
      tax_category: entry.tax_category,
      net: fromMinor(entry.net, currency),
      tax: fromMinor(entry.tax, currency),
    })),
    line_nets: lines.map((line) => fromMinor(line, currency)),
  };
}
