import type { OwnTax } from '#domain/tax/line-tax.ts';
import * as z from 'zod/mini';
import { type LineTax, taxModeOf, withOwnTax } from '#domain/tax/line-tax.ts';
import type { TaxMode } from '#domain/tax/tax-mode.ts';
import { type InvoiceInput, type InvoiceItem, invoiceInputSchema } from './invoice.ts';

/** A line while it is typed: a figure is null while nothing, or nothing readable, stands there. */
export type InvoiceLine = Omit<InvoiceItem, 'position' | 'quantity' | 'unit_price' | 'discount_percent' | 'tax_rate'> & {
  readonly quantity: number | null;
  readonly unit_price: number | null;
  readonly discount_percent: number | null;
  readonly tax_rate: number | null;
};

export type InvoiceHead = Omit<InvoiceInput, 'items'> & { /** Whether the supply took a period rather than a day. */ is_period: boolean };
export type InvoiceFormValues = { readonly head: InvoiceHead; readonly lines: readonly InvoiceLine[] };

/** What a person types above and below the lines. */
export const invoiceHeadSchema = z.extend(z.omit(invoiceInputSchema, { items: true }), { is_period: z.boolean() }).check((check) => {
  const { is_period, service_from, service_to } = check.value;
  if (!is_period || service_from === null || service_to === null || service_from <= service_to) return;
  check.issues.push({ code: 'custom', input: service_to, path: ['service_to'], message: 'periodReversed' });
});

/** How a new line is taxed until somebody says otherwise. */

export function blankLine(id: string, tax: OwnTax): InvoiceLine {
  return {
    id,
    product_id: null,
    description: '',
    unit: '',
    quantity: 1,
    unit_price: null,
    discount_percent: 0,
    origin_item_id: null,
    ...tax,
  };
}

/** A line nobody has written anything into; it is left out when the form is saved. */
export const isBlankLine = ({ description, unit_price, product_id }: InvoiceLine): boolean =>
  description.trim() === '' && unit_price === null && product_id === null;

export type LineField = 'description' | 'unit' | 'quantity' | 'unit_price' | 'discount_percent' | 'tax_rate';
/** Line id → field → key of `errors.json`. */
export type LineProblems = Readonly<Record<string, Partial<Record<LineField, string>>>>;

/** What is missing in the lines before they can be saved. Blank lines miss nothing. */
export function lineProblems(lines: readonly InvoiceLine[]): LineProblems {
  const found: Record<string, Partial<Record<LineField, string>>> = {};
  for (const line of lines) {
    if (isBlankLine(line)) continue;
    const problems: Partial<Record<LineField, string>> = {};
    if (line.description.trim() === '') problems.description = 'required';
    if (line.quantity === null) problems.quantity = 'invalidQuantity';
    if (line.unit_price === null) problems.unit_price = 'invalidAmount';
    if (line.discount_percent === null) problems.discount_percent = 'invalidPercent';
    if (line.tax_rate === null) problems.tax_rate = 'invalidPercent';
    if (Object.keys(problems).length > 0) found[line.id] = problems;
  }
  return found;
}

/** The line with what is not typed yet counted as nothing, so that totals can be shown all the while. */
export const pricedLine = (line: InvoiceLine) => ({
  quantity: line.quantity ?? 0,
  unit_price: line.unit_price ?? 0,
  discount_percent: line.discount_percent ?? 0,
  tax_rate: line.tax_rate ?? 0,
  tax_category: line.tax_category,
});

/** The mode of what a form holds: there every line says its own, so the mode it opened with speaks only while there is none. */
export const formTaxMode = (items: readonly LineTax[], opened: TaxMode): TaxMode =>
  taxModeOf(items, items.length > 0 ? 'standard' : opened);

/** What the form holds, as a command takes it. Lines of {@link lineProblems} have to be mended before. */
export function invoiceInputOf({ head, lines }: InvoiceFormValues): InvoiceInput {
  const { is_period, ...rest } = head;
  const items = itemsOf(lines);
  return { ...rest, tax_mode: formTaxMode(items, head.tax_mode), service_to: is_period ? head.service_to : null, items };
}

/** An invoice, or the defaults of a new one, as the form shows it. */
export function invoiceFormValues({ items, ...head }: InvoiceInput): InvoiceFormValues {
  return {
    head: { ...head, is_period: head.service_to !== null },
    lines: linesOf(items, head.tax_mode),
  };
}

/** The lines that say something, as they are stored. */
export const itemsOf = (lines: readonly InvoiceLine[]): InvoiceItem[] =>
  lines.filter((line) => !isBlankLine(line)).map((line, index) => ({ ...line, ...pricedLine(line), position: index + 1 }));

/** Stored items as lines of the form; what an older app left to the document's mode they say themselves. */
export const linesOf = (items: readonly InvoiceItem[], mode: TaxMode): InvoiceLine[] =>
  items.toSorted((a, b) => a.position - b.position).map(({ position: _position, ...line }) => withOwnTax(line, mode));

/** Stored items as a form that shows them would store them. */
export const itemsAsShown = (items: readonly InvoiceItem[], mode: TaxMode): InvoiceItem[] => itemsOf(linesOf(items, mode));

/** Lines that were kept while they were typed, perhaps by an app that knew no categories. */
export const keptLines = (lines: readonly InvoiceLine[], mode: TaxMode): InvoiceLine[] =>
  lines.map((line) => ({ ...line, ...taxOf({ ...line, tax_rate: line.tax_rate ?? 0 }, mode, line.tax_rate) }));

function taxOf(line: LineTax, mode: TaxMode, typed: number | null): Pick<InvoiceLine, 'tax_rate' | 'tax_category' | 'exemption_reason'> {
  const { tax_rate, tax_category, exemption_reason } = withOwnTax(line, mode);
  return { tax_rate: typed === null ? null : tax_rate, tax_category, exemption_reason };
}

/** The order after a line moved by `step` places; the same order when it is already at the end. */
export function movedLine<L extends { readonly id: string }>(lines: readonly L[], id: string, step: number): readonly L[] {
  const from = lines.findIndex((line) => line.id === id);
  const to = from + step;
  const line = lines[from];
  if (!line || to < 0 || to >= lines.length) return lines;
  return lines.toSpliced(from, 1).toSpliced(to, 0, line);
}
