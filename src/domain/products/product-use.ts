import { isOpenDraft } from '#domain/invoices/invoice-state.ts';
import { lineNet } from '#domain/invoices/invoice-totals.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { listDate } from '#domain/invoices/list-date.ts';
import { fromMinor, toMinor } from '#domain/money/money.ts';

/** How often a product was invoiced and what it brought, net, in each currency. */
export type ProductUse = {
  /** Issued documents with the product in a line; cancellations are none. */
  readonly invoices: number;
  /** The last day of issue of one of them; null: none. */
  readonly lastOn: string | null;
  readonly revenue: Readonly<Record<string, number>>;
};
export const UNUSED: ProductUse = { invoices: 0, lastOn: null, revenue: {} };

/** The use with a document's lines counted in. Drafts count nothing; a cancellation takes out what its invoice brought. */
export function withUseIn(use: ProductUse, invoice: Invoice, productId: string): ProductUse {
  const lines = invoice.items.filter((line) => line.product_id === productId);
  if (lines.length === 0 || isOpenDraft(invoice)) return use;
  const { currency } = invoice;
  const net = lines.reduce((sum, line) => sum + toMinor(lineNet(line, currency), currency), toMinor(use.revenue[currency] ?? 0, currency));
  const revenue = { ...use.revenue, [currency]: fromMinor(net, currency) };
  if (invoice.document_type !== 'invoice' || invoice.status === 'cancelled') return { ...use, revenue };
  const day = listDate(invoice);
  return { invoices: use.invoices + 1, lastOn: use.lastOn === null || day > use.lastOn ? day : use.lastOn, revenue };
}
