import { decimalOf, dividedRounded } from '#domain/money/decimal.ts';
import { fromMinor, sumOf, toMinor } from '#domain/money/money.ts';
import { correctedParts, isSamePart } from './corrected-parts.ts';
import type { Invoice, InvoiceItem } from './invoice.ts';
import { invoiceTotals, type InvoiceTotals, lineNet } from './invoice-totals.ts';

/** A line of an invoice with what its corrections left of it: net in major units, and the quantity that was not taken back as such. */
export type LineLeft = { readonly item: InvoiceItem; readonly net: number; readonly net_left: number; readonly quantity_left: number };

const quantitySum = (quantities: readonly number[]): number =>
  quantities.reduce((sum, quantity) => Math.round((sum + quantity) * 10_000) / 10_000, 0);

/** What is left of each line of an invoice. SQL (`private.items_left`) computes the same. */
export function linesLeft(
  { items, currency }: Pick<Invoice, 'items' | 'currency'>,
  corrections: readonly Pick<Invoice, 'items'>[],
): LineLeft[] {
  const taken = corrections.flatMap((correction) => correction.items);
  return items
    .toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
    .map((item) => {
      const own = taken.filter(({ origin_item_id }) => origin_item_id === item.id);
      const priced = own.filter((line) => line.unit_price === item.unit_price && line.discount_percent === item.discount_percent);
      const net = lineNet(item, currency);
      return {
        item,
        net,
        net_left: sumOf([net, ...own.map((line) => lineNet(line, currency))], currency),
        quantity_left: quantitySum([item.quantity, ...priced.map(({ quantity }) => quantity)]),
      };
    });
}

/** What is taken back of a line: so many units, a net amount (as the line has it, without sign of its own), or so much percent of what is left. */
export type Taken =
  | { readonly by: 'quantity'; readonly quantity: number }
  | { readonly by: 'amount'; readonly amount: number }
  | { readonly by: 'percent'; readonly percent: number };

/** The net amount of a share of what is left, rounded half away from zero. */
export function percentOf(net: number, percent: number, currency: string): number {
  const { digits, scale } = decimalOf(percent);
  return fromMinor(dividedRounded(toMinor(net, currency) * digits, 100n * 10n ** BigInt(scale)), currency);
}

/**
 * The line of a correction that takes back so much of a line; null where that is nothing. The last of a quantity takes what is left of the line, to the cent,
 * as an amount where the price does not come to that any more.
 */
export function correctionLine(
  left: LineLeft,
  taken: Taken,
  { id, currency }: { readonly id: string; readonly currency: string },
): InvoiceItem | null {
  const { item, net_left, quantity_left } = left;
  const line = { ...item, id, origin_item_id: item.id };
  const asAmount = (net: number): InvoiceItem | null =>
    toMinor(net, currency) === 0n ? null : { ...line, unit: '', quantity: -1, unit_price: net, discount_percent: 0 };
  if (taken.by === 'amount') return asAmount(taken.amount * Math.sign(left.net));
  if (taken.by === 'percent') return asAmount(percentOf(net_left, taken.percent, currency));
  const byPrice = { ...line, quantity: 0 - taken.quantity * Math.sign(item.quantity) };
  const isLast = taken.quantity === Math.abs(quantity_left);
  if (isLast && sumOf([lineNet(byPrice, currency), net_left], currency) !== 0) return asAmount(net_left);
  return toMinor(lineNet(byPrice, currency), currency) === 0n ? null : byPrice;
}

type Original = Pick<Invoice, 'currency' | 'tax_breakdown' | 'tax_mode'> & Partial<Pick<Invoice, 'corrections'>>;

/**
 * The sums of a correction: its tax is what is due on what was left before it, less what is due on what is left after it, so that the parts that are taken
 * back one by one come to the whole. SQL (`private.document_totals`) computes the same, and only its result is stored.
 */
export function correctionTotals(items: readonly InvoiceItem[], original: Original, correction?: string): InvoiceTotals {
  const { currency, tax_mode: taxMode } = original;
  const plain = invoiceTotals(items, { currency, taxMode });
  const before = correctedParts(original, correction);
  const tax_breakdown = plain.tax_breakdown.map((part) => {
    const had = before.find((other) => isSamePart(part, other)) ?? { net: 0, tax: 0 };
    const rate = decimalOf(part.tax_rate);
    const due = dividedRounded((toMinor(had.net, currency) + toMinor(part.net, currency)) * rate.digits, 100n * 10n ** BigInt(rate.scale));
    return { ...part, tax: sumOf([fromMinor(due, currency), 0 - had.tax], currency) };
  });
  const tax_total = sumOf(
    tax_breakdown.map(({ tax }) => tax),
    currency,
  );
  return { ...plain, tax_total, gross_total: sumOf([plain.net_total, tax_total], currency), tax_breakdown };
}

/** Whether a correction line takes more of a line, or the other way, than is left. Lines of one origin count together. */
export function takesTooMuch(items: readonly InvoiceItem[], left: readonly LineLeft[], currency: string): boolean {
  return left.some(({ item, net, net_left }) => {
    const own = items.filter(({ origin_item_id }) => origin_item_id === item.id).map((line) => lineNet(line, currency));
    return sumOf([net_left, ...own], currency) * net < 0;
  });
}

/** Whether a line belongs to no line of the original, is taxed otherwise, or does not take anything back of it. */
export function isAstray(line: InvoiceItem, left: readonly LineLeft[], currency: string): boolean {
  const origin = left.find(({ item }) => item.id === line.origin_item_id);
  if (!origin) return true;
  const { item, net } = origin;
  return line.tax_rate !== item.tax_rate || line.tax_category !== item.tax_category || lineNet(line, currency) * net >= 0;
}
