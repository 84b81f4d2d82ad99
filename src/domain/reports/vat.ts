import { byRateAndCategory } from '#domain/tax/line-tax.ts';
import type { TaxCategory } from '#domain/tax/tax-category.ts';
import { type VatMethod, vatMethodIn, type VatPeriod } from '#domain/tax/vat-method.ts';
import type { Books, Scope } from './books.ts';
import { cellsOf, type Found, groupedBy } from './cell.ts';

export type OutputVat = {
  readonly rate: number;
  /** Null where 0 % has no reason. */
  readonly category: TaxCategory | null;
  readonly count: number;
  readonly net: bigint;
  readonly tax: bigint;
};
/** `rate` is null where the receipts show none. */
export type InputVat = { readonly rate: number | null; readonly count: number; readonly net: bigint; readonly tax: bigint };
export type Vat = {
  readonly output: readonly OutputVat[];
  readonly input: readonly InputVat[];
  readonly collected: bigint;
  readonly deductible: bigint;
};

/** `tax_point`: as the law has it, by what the company is taxed by; `invoice_date`: by the day a document was issued. */
export const VAT_BASES = ['tax_point', 'invoice_date'] as const;
export type VatBasis = (typeof VAT_BASES)[number];
export type VatAsked = { readonly basis: VatBasis; /** `settings.vat.periods` */ readonly periods: readonly VatPeriod[] };

/** VAT on sales by `asked`, and on approved expenses by the day they count on. The highest rate first. */
export function vatIn({ expenses, ...sales }: Books, scope: Scope, asked: VatAsked): Vat {
  const output = [...groupedBy(salesCells(sales, scope, asked), ({ of: [rate, category] }) => `${rate}|${category}`)]
    .map(([key, [count = 0n, net = 0n, tax = 0n]]) => {
      const [rate, category] = key.split('|');
      return { rate: Number(rate), category: (category || null) as TaxCategory | null, count: Number(count), net, tax };
    })
    // An advance that is taken from the month of its supply may leave nothing there.
    .filter(({ count, net, tax }) => count !== 0 || net !== 0n || tax !== 0n);
  const input = [...groupedBy(cellsOf(expenses, { ...scope, what: 'input' }), ({ of: [rate = ''] }) => rate)].map(
    ([rate, [count = 0n, gross = 0n, tax = 0n]]) => ({
      rate: rate === '' ? null : Number(rate),
      count: Number(count),
      net: gross - tax,
      tax,
    }),
  );
  return {
    output: output.toSorted((a, b) =>
      byRateAndCategory({ tax_rate: a.rate, tax_category: a.category }, { tax_rate: b.rate, tax_category: b.category }),
    ),
    input: input.toSorted((a, b) => (b.rate ?? -1) - (a.rate ?? -1)),
    collected: output.reduce((sum, { tax }) => sum + tax, 0n),
    deductible: input.reduce((sum, { tax }) => sum + tax, 0n),
  };
}

/**
 * A sale is taxed by the method that holds in the month of its tax point, whenever its money comes: so nothing is taxed twice or never where
 * the method changes.
 */
function salesCells({ invoices, payments }: Pick<Books, 'invoices' | 'payments'>, scope: Scope, { basis, periods }: VatAsked): Found[] {
  if (basis === 'invoice_date') return cellsOf(invoices, { ...scope, what: 'output' });
  const isBy = (method: VatMethod, month = '') => vatMethodIn(periods, month) === method;
  const months = scope.months.filter((month) => isBy('supply', month));
  return [
    ...cellsOf(invoices, { ...scope, months, what: 'supply' }),
    ...cellsOf(payments, { ...scope, what: 'advance' }).filter(({ of: [, , point] }) => isBy('supply', point)),
    ...cellsOf(payments, { ...scope, what: 'receipt' }).filter(({ of: [, , point] }) => isBy('payment', point)),
  ];
}
