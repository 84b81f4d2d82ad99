import { standardRate } from '#domain/tax/tax-rates.ts';
import type { Books, Scope } from './books.ts';
import type { CompanyTerms } from './kept-figures.ts';
import { type Basis, profitRows, type ReportRow } from './report-rows.ts';
import { reportOfTerms } from './report-of-terms.ts';

export type TermsIn = (month: string) => CompanyTerms;

/** Percent of VAT in force where a company is, by month. */
export const standardRateIn =
  ({ country }: Pick<CompanyTerms, 'country'>) =>
  (month: string): number | null =>
    standardRate(country, `${month}-01`);

/** Profit and loss, each month read by the terms that held in it. */
export const profitReport = (books: Books, { currency, months }: Scope, { basis, termsIn }: { basis: Basis; termsIn: TermsIn }) =>
  reportOfTerms(months, termsIn, (some, terms) =>
    profitRows(books, { currency, months: some }, { ...terms, basis, standardRateOn: standardRateIn(terms) }),
  );

/** What is earned, what it costs and what is left, in minor units. */
export type Profit = { readonly income: bigint; readonly costs: bigint; readonly profit: bigint };

/** The sums of the profit and loss report, net, by the day of issue and of expense. */
export function profitIn(books: Books, scope: Scope, termsIn: TermsIn): Profit {
  const rows = profitReport(books, scope, { basis: 'accrual', termsIn });
  const sum = (key: string) => valueOf(rows, key);
  return { income: sum('income'), costs: sum('costs'), profit: sum('profit') };
}

const valueOf = (rows: readonly ReportRow[], key: string): bigint => rows.find((row) => row.key === key)?.values[0] ?? 0n;
