import { convertedParts } from '#domain/exchange/document-exchange.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { isOpenDraft } from '#domain/invoices/invoice-state.ts';
import { lineNet } from '#domain/invoices/invoice-totals.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { toMinor } from '#domain/money/money.ts';
import { AGES, ageOf } from './ageing.ts';
import {
  type Books,
  cashIn,
  deductibleByCategory,
  exchangeResultIn,
  expensesByCategory,
  expensesByPerson,
  invoicedIn,
  type Scope,
} from './books.ts';
import { added } from './cell.ts';
import { isBooked } from './expense-cells.ts';
import { claimSides, expenseSides, invoiceSides, sideIn } from './in-books.ts';
import { openCells } from './invoice-cells.ts';
import { type InputVat, isInputTax, owedLeft, owedVat, type StandardRate, type VatAsked, vatIn } from './vat.ts';

/** One line of a report: `key` says what it is (`<kind>` or `<kind>|<id>`), `values` are minor units, one per measure. */
export type ReportRow = { readonly key: string; readonly values: readonly bigint[]; readonly kind: 'item' | 'subtotal' | 'total' };

const item = (key: string, ...values: bigint[]): ReportRow => ({ key, values, kind: 'item' });
const sumOf = (rows: readonly ReportRow[], width: number): bigint[] =>
  added([Array.from({ length: width }, () => 0n), ...rows.map(({ values }) => values)]);
const largestFirst = (rows: readonly ReportRow[], by: number): ReportRow[] =>
  rows.toSorted((a, b) => Number((b.values[by] ?? 0n) > (a.values[by] ?? 0n)) - Number((b.values[by] ?? 0n) < (a.values[by] ?? 0n)));
const withTotal = (rows: readonly ReportRow[], width: number): ReportRow[] => [
  ...rows,
  { key: 'total', values: sumOf(rows, width), kind: 'total' },
];

/** `accrual`: what was invoiced and spent in the period, net; `cash`: what was received and paid, gross. */
export type Basis = 'accrual' | 'cash';

type ProfitRules = {
  readonly basis: Basis;
  readonly isSmallBusiness: boolean;
  /** Where the company is. */
  readonly country: string;
  readonly standardRateOn: StandardRate;
};

/** Profit and loss. What no tax office gives back is a cost: VAT of other countries, a small business's, and what is owed on purchases without being deductible. */
export function profitRows(books: Books, scope: Scope, { basis, isSmallBusiness, country, standardRateOn }: ProfitRules): ReportRow[] {
  if (basis === 'cash') {
    const { received, paid, net } = cashIn(books, scope);
    return [item('received', received), item('paid', -paid), { key: 'surplus', values: [net], kind: 'total' }];
  }
  const { net } = invoicedIn(books, scope);
  const given = deductibleByCategory(books, scope, country);
  const gained = exchangeResultIn(books, scope);
  const costs = expensesByCategory(books, scope).map(({ id, gross }) =>
    item(`category|${id}`, isSmallBusiness ? gross : gross - (given.get(id) ?? 0n)),
  );
  const left = owedLeft(owedVat(books, scope, { standardRateOn, isSmallBusiness }));
  const owed = left === 0n ? [] : [item('owedleft', left)];
  const [spent = 0n] = sumOf([...costs, ...owed], 1);
  return [
    { key: 'income', values: [net], kind: 'subtotal' },
    ...largestFirst(costs, 0),
    ...owed,
    { key: 'costs', values: [spent], kind: 'subtotal' },
    ...(gained === null ? [] : [item('exchange', gained)]),
    { key: 'profit', values: [net - spent + (gained ?? 0n)], kind: 'total' },
  ];
}

export type VatRules = VatAsked & { readonly isSmallBusiness: boolean; readonly standardRateOn: StandardRate };

/**
 * Net and VAT by rate: on sales, on expenses, and what is left to pay. Below it what no tax office here gives back: VAT of other countries, and
 * what is not deductible. What the company owes itself (§ 13b UStG, intra-EU acquisitions) it may deduct: it is shown, and what it may not deduct of
 * it is to be paid.
 */
export function vatRows(books: Books, scope: Scope, { isSmallBusiness, standardRateOn, ...asked }: VatRules): ReportRow[] {
  const { output, input, collected, deductible } = vatIn(books, scope, asked);
  const sales = output.map(({ rate, category, net, tax }) => item(`output|${rate}|${category ?? ''}`, net, tax));
  const shown = isSmallBusiness ? [] : input;
  const isOwn = (line: InputVat) => isInputTax(line) || line.category === 'none';
  const costs = shown
    .filter(isOwn)
    .map((line) => item(`${line.category === 'import' ? 'import' : 'input'}|${line.rate ?? ''}`, line.net, line.deductible));
  const lost = shown.filter(isInputTax).reduce((sum, { tax, deductible: share }) => sum + tax - share, 0n);
  const owed = owedVat(books, scope, { standardRateOn, isSmallBusiness });
  const left = owedLeft(owed);
  return [
    ...sales,
    { key: 'collected', values: sumOf(sales, 2), kind: 'subtotal' },
    ...costs,
    { key: 'deductible', values: sumOf(costs, 2), kind: 'subtotal' },
    ...(left === 0n ? [] : [item('owedleft', 0n, left)]),
    { key: 'payable', values: [0n, collected - (isSmallBusiness ? 0n : deductible) + left], kind: 'total' },
    ...owed.map(({ category, net, tax }) => item(`owed|${category}`, net, tax)),
    ...shown
      .filter((line) => line.category === 'domestic' && !isOwn(line))
      .map(({ country: its, rate, net, tax }) => item(`foreign|${its}|${rate ?? ''}`, net, tax)),
    ...(lost === 0n ? [] : [item('nondeductible', 0n, lost)]),
  ];
}

/** Net, VAT and gross of approved expenses. */
export const expenseRows = (books: Books, scope: Scope, by: 'category' | 'person'): ReportRow[] =>
  withTotal(
    (by === 'category' ? expensesByCategory : expensesByPerson)(books, scope).map(({ id, gross, tax }) =>
      item(`${by}|${id}`, gross - tax, tax, gross),
    ),
    3,
  );

/** Adds documents up by what `keyed` says of each; for dimensions with too many members to be kept. */
function grouped<T>(
  documents: Iterable<T>,
  keyed: (document: T) => readonly (readonly [string, readonly bigint[]])[],
  width: number,
): ReportRow[] {
  const groups = new Map<string, bigint[]>();
  for (const document of documents) for (const [key, values] of keyed(document)) groups.set(key, added([groups.get(key) ?? [], values]));
  return withTotal(
    largestFirst(
      [...groups].map(([key, values]) => item(key, ...values)),
      width - 1,
    ),
    width,
  );
}

/** Net, VAT and gross of approved expenses by vendor. */
export const vendorRows = (expenses: Iterable<Expense>, currency: string): ReportRow[] =>
  grouped(
    expenses,
    (expense) => {
      if (!isBooked(expense)) return [];
      return sideIn(expenseSides(expense), currency).map(({ amount, tax_amount }) => {
        const [gross, tax] = [toMinor(amount, currency), toMinor(tax_amount, currency)];
        return [`vendor|${expense.vendor_id ?? ''}`, [gross - tax, tax, gross]];
      });
    },
    3,
  );

/** Net, VAT and gross of issued documents by customer; cancellations count negative. */
export const customerRows = (invoices: Iterable<Invoice>, currency: string): ReportRow[] =>
  grouped(
    invoices,
    (invoice) => {
      if (isOpenDraft(invoice)) return [];
      return sideIn(invoiceSides(invoice), currency).map(({ net_total, tax_total, gross_total }) => {
        const minor = [net_total, tax_total, gross_total].map((amount) => toMinor(amount, currency));
        return [`customer|${invoice.customer_id ?? ''}`, minor];
      });
    },
    3,
  );

/** Net of the lines of issued documents by product (`''`: lines written by hand). */
export const productRows = (invoices: Iterable<Invoice>, currency: string): ReportRow[] =>
  grouped(
    invoices,
    (invoice) => (isOpenDraft(invoice) ? [] : sideIn(invoiceSides(invoice), currency).flatMap((side) => linesIn(side, invoice))),
    1,
  );

/** The net of each line in the currency of the side; in that of the books they add up to its net like its breakdown does. */
function linesIn(side: Invoice, { items, currency, exchange }: Invoice): (readonly [string, readonly bigint[]])[] {
  const own = items.map((line) => ({ net: lineNet(line, currency), tax: 0 }));
  const nets =
    exchange && side.currency !== currency ? convertedParts(own, currency, { ...exchange, amount: side.net_total, parts: undefined }) : own;
  return items.map((line, place) => [`product|${line.product_id ?? ''}`, [toMinor(nets[place]?.net ?? 0, side.currency)]]);
}

/** What each customer owes on a day: one value per age, then the sum. */
export const receivableRows = (invoices: Iterable<Invoice>, currency: string, today: string): ReportRow[] =>
  grouped(
    invoices,
    (invoice) =>
      sideIn(claimSides(invoice), currency).flatMap((side) =>
        openCells({ ...side, exchange: null })
          .filter(({ key }) => key.startsWith('open|'))
          .map(({ key, values: [, owed = 0n] }) => {
            const age = ageOf(key.split('|')[2] ?? today, today);
            return [`customer|${invoice.customer_id ?? ''}`, [...AGES.map((each) => (each === age ? owed : 0n)), owed]] as const;
          }),
      ),
    AGES.length + 1,
  );

export type ComparedRow = ReportRow & {
  /** The last measure in the other period, zero where that has no such line; null when nothing is compared. */ readonly before:
    | bigint
    | null;
};

/** An amount, or null where the table stays empty. */
export type Figure = bigint | null;

/** The amounts of a row in the order of the columns; VAT to pay has no net amount. */
export function figuresOf({ key, values, before }: ComparedRow): Figure[] {
  const own: Figure[] = values.map((value, n) => (key === 'payable' && n === 0 ? null : value));
  return before === null ? own : [...own, before, (values.at(-1) ?? 0n) - before];
}

/** The rows of a period beside those of another, or of none; what only the other has comes before the totals. */
export function compared(rows: readonly ReportRow[], before: readonly ReportRow[] | null): ComparedRow[] {
  if (before === null) return rows.map((row) => ({ ...row, before: null }));
  const others = new Map(before.map((row) => [row.key, row]));
  const known = new Set(rows.map(({ key }) => key));
  const merged = rows.map((row) => ({ ...row, before: others.get(row.key)?.values.at(-1) ?? 0n }));
  for (const row of before) {
    if (known.has(row.key)) continue;
    const kind = row.key.split('|')[0];
    const after = merged.findLastIndex(({ key }) => key.split('|')[0] === kind);
    const end = merged.findIndex((each) => each.kind !== 'item' && each.key !== 'income' && each.key !== 'collected');
    merged.splice(after >= 0 ? after + 1 : Math.max(0, end), 0, {
      ...row,
      values: row.values.map(() => 0n),
      before: row.values.at(-1) ?? 0n,
    });
  }
  return merged;
}
