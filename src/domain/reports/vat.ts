import { type ExpenseTaxCategory, isOwed } from '#domain/expenses/tax-line.ts';
import { decimalOf, dividedRounded } from '#domain/money/decimal.ts';
import { byRateAndCategory } from '#domain/tax/line-tax.ts';
import type { TaxCategory } from '#domain/tax/tax-category.ts';
import { type VatMethod, vatMethodIn, type VatPeriod } from '#domain/tax/vat-method.ts';
import type { Books, Scope } from './books.ts';
import { added, cellsOf, type Found, groupedBy } from './cell.ts';

export type OutputVat = {
  readonly rate: number;
  /** Null where 0 % has no reason. */
  readonly category: TaxCategory | null;
  readonly count: number;
  readonly net: bigint;
  readonly tax: bigint;
};
/** VAT on receipts, by line of their tax tables; `rate` is null where they show none. */
export type InputVat = {
  /** Whose VAT it is; empty: the company's own country. */
  readonly country: string;
  readonly category: ExpenseTaxCategory;
  readonly rate: number | null;
  readonly count: number;
  readonly net: bigint;
  readonly tax: bigint;
  /** What of the tax the tax office gives back. */
  readonly deductible: bigint;
};
export type Vat = {
  readonly output: readonly OutputVat[];
  readonly input: readonly InputVat[];
  readonly collected: bigint;
  readonly deductible: bigint;
};

/** `tax_point`: as the law has it, by what the company is taxed by; `invoice_date`: by the day a document was issued. */
export const VAT_BASES = ['tax_point', 'invoice_date'] as const;
export type VatBasis = (typeof VAT_BASES)[number];
export type VatAsked = {
  readonly basis: VatBasis;
  /** `settings.vat.periods` */ readonly periods: readonly VatPeriod[];
  /** Where the company is. */ readonly country: string;
};

/** VAT on sales by `asked`, and on approved expenses by the day they count on. The highest rate first. */
export function vatIn({ expenses, ...sales }: Books, scope: Scope, asked: VatAsked): Vat {
  const output = [...groupedBy(salesCells(sales, scope, asked), ({ of: [rate, category] }) => `${rate}|${category}`)]
    .map(([key, [count = 0n, net = 0n, tax = 0n]]) => {
      const [rate, category] = key.split('|');
      return { rate: Number(rate), category: (category || null) as TaxCategory | null, count: Number(count), net, tax };
    })
    // An advance that is taken from the month of its supply may leave nothing there.
    .filter(({ count, net, tax }) => count !== 0 || net !== 0n || tax !== 0n);
  const input = inputVat({ expenses }, scope, asked);
  return {
    output: output.toSorted((a, b) =>
      byRateAndCategory({ tax_rate: a.rate, tax_category: a.category }, { tax_rate: b.rate, tax_category: b.category }),
    ),
    input,
    collected: output.reduce((sum, { tax }) => sum + tax, 0n),
    deductible: input.reduce((sum, line) => sum + line.deductible, 0n),
  };
}

/** Whether its tax is given back: paid at home or at customs, never another country's. */
export const isInputTax = ({ country, category }: Pick<InputVat, 'country' | 'category'>): boolean =>
  category === 'import' || (category === 'domestic' && country === '');

/** Percent in force in the company's country in a month, null where nobody knows. */
export type StandardRate = (month: string) => number | null;

/** VAT that the company owes on purchases without tax on paper (§ 13b UStG, intra-EU acquisitions), minor units. */
export type OwedVat = {
  readonly category: ExpenseTaxCategory;
  readonly net: bigint;
  readonly tax: bigint;
  /** What of it the tax office gives back. */
  readonly deductible: bigint;
};

/** What is owed on purchases, at the standard rate of the month they count in; a small business gets nothing of it back. */
export function owedVat(
  books: Pick<Books, 'expenses'>,
  { currency, months }: Scope,
  { standardRateOn, isSmallBusiness }: { readonly standardRateOn: StandardRate; readonly isSmallBusiness: boolean },
): OwedVat[] {
  const owed = new Map<string, bigint[]>();
  for (const month of months) {
    const rate = decimalOf(standardRateOn(month) ?? 0);
    const taxOn = (net: bigint) => dividedRounded(net * rate.digits, 100n * 10n ** BigInt(rate.scale));
    const cells = cellsOf(books.expenses, { what: 'input', currency, months: [month] }).filter(({ of: [, category] }) =>
      isOwed(category as ExpenseTaxCategory),
    );
    for (const [category, [, net = 0n, , share = 0n]] of groupedBy(cells, ({ of: [, its = ''] }) => its))
      owed.set(category, added([owed.get(category) ?? [], [net, taxOn(net), isSmallBusiness ? 0n : taxOn(share)]]));
  }
  return [...owed].map(([category, [net = 0n, tax = 0n, deductible = 0n]]) => ({
    category: category as ExpenseTaxCategory,
    net,
    tax,
    deductible,
  }));
}

/** What of the owed is to be paid, because it is not deductible. */
export const owedLeft = (owed: readonly OwedVat[]): bigint => owed.reduce((sum, { tax, deductible }) => sum + tax - deductible, 0n);

/** Where cash accounting moves input tax to the payment as well; elsewhere (Germany) it goes by the receipt. */
const INPUT_BY_PAYMENT: ReadonlySet<string> = new Set(['AT', 'CH', 'GB']);
export const isInputByPayment = (country: string): boolean => INPUT_BY_PAYMENT.has(country);

/** VAT on approved expenses, by the day they count on or, where the law says so, are paid. The highest rate first. */
export function inputVat({ expenses }: Pick<Books, 'expenses'>, scope: Scope, { basis, periods, country }: VatAsked): InputVat[] {
  const isByPayment = (month = '') => basis === 'tax_point' && isInputByPayment(country) && vatMethodIn(periods, month) === 'payment';
  const found = [
    ...cellsOf(expenses, { ...scope, months: scope.months.filter((month) => !isByPayment(month)), what: 'input' }),
    // As a sale, an expense follows the method of its own month, whenever it is paid.
    ...cellsOf(expenses, { ...scope, what: 'inputpaid' }).filter(({ of }) => isByPayment(of[3])),
  ];
  return [...groupedBy(found, ({ of: [its = '', ...what] }) => [its === country ? '' : its, ...what.slice(0, 2)].join('|'))]
    .map(([key, [count = 0n, net = 0n, tax = 0n, deductible = 0n]]) => {
      const [its = '', category, rate = ''] = key.split('|');
      const line = { country: its, category: category as ExpenseTaxCategory, rate: rate === '' ? null : Number(rate) };
      return { ...line, count: Number(count), net, tax, deductible: isInputTax(line) ? deductible : 0n };
    })
    .sort((a, b) => (b.rate ?? -1) - (a.rate ?? -1) || compareText(placeOf(a), placeOf(b)));
}
const placeOf = ({ category, country }: InputVat): string => `${category}|${country}`;
const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

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
