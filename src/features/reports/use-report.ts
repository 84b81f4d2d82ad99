import { useMemo } from 'react';
import { useReportBooks } from '#data/aggregates/use-report-books.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useExpensesOf, useInvoicesOf, useStandingOn } from '#data/reports/use-documents-of-period.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { AGES } from '#domain/reports/ageing.ts';
import type { Books } from '#domain/reports/books.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import { profitReport, standardRateIn, type TermsIn } from '#domain/reports/profit.ts';
import { reportOfTerms } from '#domain/reports/report-of-terms.ts';
import { type ReportDifference, reportDifferences } from '#domain/reports/report-differences.ts';
import type { PeriodFigures } from '#domain/periods/period-figures.ts';
import type { ForeignDocuments } from '#domain/reports/foreign-documents.ts';
import { daysOf, monthsOf, type Period } from '#domain/reports/period.ts';
import {
  type ComparedRow,
  compared,
  customerRows,
  expenseRows,
  productRows,
  receivableRows,
  type ReportRow,
  vatRows,
  vendorRows,
} from '#domain/reports/report-rows.ts';
import type { VatAsked } from '#domain/reports/vat.ts';
import { foreignOfReport } from './foreign-of-report.ts';
import type { ReportChoice } from './use-report-choice.ts';

/** Names of the columns of amounts; the last one is compared. */
export function measuresOf({ report, salesBy }: ReportChoice): readonly string[] {
  if (report === 'profit') return ['amount'];
  if (report === 'vat') return ['net', 'vat'];
  if (report === 'receivables') return [...AGES, 'total'];
  return report === 'sales' && salesBy === 'product' ? ['net'] : ['net', 'vat', 'gross'];
}

type Sources = { books: Books; expenses: Expense[] | undefined; invoices: Invoice[] | undefined };
type Asked = Omit<VatAsked, 'country'> & {
  period: Period;
  day: string | null;
  currency: string;
  termsIn: TermsIn;
};
type Spans = { period: Period; other: Period | null; day: string | null; otherDay: string | null; currency: string };

export type Report = {
  readonly rows: ComparedRow[];
  /** The months whose figures are shown as they were kept, oldest first. */
  readonly kept: readonly PeriodFigures[];
  /** What documents in foreign currencies bring to it; nothing where it is in another currency than the books are. */
  readonly foreign: readonly ForeignDocuments[];
  /** Where those of the period differ from what the records say now. */
  readonly differences: readonly ReportDifference[];
};

/** Whether a report is made of the books; the others read documents, as they are now. */
const isOfBooks = ({ report, expensesBy }: ReportChoice): boolean =>
  report === 'profit' || report === 'vat' || (report === 'expenses' && expensesBy !== 'vendor');

/** A report, or undefined while it is being read. Months that are closed are shown as they were kept. */
export function useReport(choice: ReportChoice, { period, other, day, otherDay, currency }: Spans): Report | undefined {
  const { company, ctx } = useCompany();
  const { value: kept } = useReportBooks();
  const { report, expensesBy } = choice;
  const scansExpenses = report === 'expenses' && expensesBy === 'vendor';
  const days = (months: Period | null, isWanted: boolean) => (months && isWanted ? daysOf(months) : null);
  const sales = [useInvoicesOf(days(period, report === 'sales')), useInvoicesOf(days(other, report === 'sales'))];
  const standing = [useStandingOn(day, ctx.today()), useStandingOn(otherDay, ctx.today())];
  const [invoices, invoicesThen] = report === 'receivables' ? standing : sales;
  const [expenses, expensesThen] = [useExpensesOf(days(period, scansExpenses)), useExpensesOf(days(other, scansExpenses))];
  const { vat, company_details: details } = company.settings;
  const isInBooks = currency === booksCurrency(company.settings);
  const settings = { currency, basis: choice.vatBasis, periods: vat.periods };
  const { country } = details.address;
  const parts = JSON.stringify([choice, settings, isInBooks, country, period, other, day, otherDay]);
  return useMemo((): Report | undefined => {
    if (!kept) return undefined;
    const { books, live, figures, termsIn } = kept;
    const asked = { ...settings, termsIn };
    const rows = rowsOf(choice, { books, expenses, invoices }, { ...asked, period, day });
    const isCompared = other !== null || otherDay !== null;
    const before = isCompared
      ? rowsOf(choice, { books, expenses: expensesThen, invoices: invoicesThen }, { ...asked, period: other ?? period, day: otherDay })
      : null;
    if (!rows || before === undefined) return undefined;
    const keptMonths = isOfBooks(choice) ? monthsOf(period).flatMap((month) => figures.get(month) ?? []) : [];
    const now = keptMonths.length > 0 ? rowsOf(choice, { books: live, expenses, invoices }, { ...asked, period, day }) : undefined;
    const foreign = isInBooks
      ? foreignOfReport(
          choice,
          { books: isOfBooks(choice) ? books : live, invoices },
          { scope: { currency, months: monthsOf(period) }, periods: vat.periods, country },
        )
      : [];
    return { rows: compared(rows, before), foreign, kept: keptMonths, differences: now ? reportDifferences(rows, now) : [] };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- choice and settings are made anew by each render and named by their parts
  }, [parts, kept, expenses, expensesThen, invoices, invoicesThen]);
}

function rowsOf(choice: ReportChoice, { books, expenses, invoices }: Sources, asked: Asked): ReportRow[] | undefined {
  const { currency, day } = asked;
  const scope = { currency, months: monthsOf(asked.period) };
  switch (choice.report) {
    case 'profit':
      return profitReport(books, scope, { basis: choice.basis, termsIn: asked.termsIn });
    case 'vat':
      return reportOfTerms(scope.months, asked.termsIn, (months, terms) =>
        vatRows(books, { currency, months }, { ...asked, ...terms, standardRateOn: standardRateIn(terms) }),
      );
    case 'receivables':
      return day !== null && invoices ? receivableRows(invoices, currency, day) : undefined;
    case 'expenses':
      return choice.expensesBy === 'vendor' ? expenses && vendorRows(expenses, currency) : expenseRows(books, scope, choice.expensesBy);
    case 'sales':
      return invoices && (choice.salesBy === 'customer' ? customerRows : productRows)(invoices, currency);
  }
}
