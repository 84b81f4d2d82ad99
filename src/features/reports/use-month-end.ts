import { useBooks } from '#data/aggregates/use-books.ts';
import { useFailedSeries } from '#data/aggregates/use-failed-series.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useNumberGaps } from '#data/invoices/use-number-gaps.ts';
import { usePeriods } from '#data/periods/use-periods.ts';
import { useDrafts, useExpensesOf, useStandingOn, useWithReceipt } from '#data/reports/use-documents-of-period.ts';
import { useSyncSummary } from '#data/sync-centre/use-sync.ts';
import { can } from '#domain/access/access.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import { monthOf } from '#domain/dates/calendar.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import type { AccountingPeriod } from '#domain/periods/accounting-period.ts';
import { foreignDocuments, unratedOf } from '#domain/reports/foreign-documents.ts';
import { type MonthCheck, monthChecks, openBefore, withoutReceipt } from '#domain/reports/month-checks.ts';
import { daysOf } from '#domain/reports/period.ts';

export type MonthEnd = {
  readonly checks: readonly MonthCheck[];
  /** Those that show no receipt. */
  readonly bare: readonly Expense[];
  readonly period: AccountingPeriod | undefined;
};

const KINDS = ['issued', 'received', 'spent'] as const;

/** What is left to do before a month (its first day) is closed; undefined while it is being read. */
export function useMonthEnd(month: string): MonthEnd | undefined {
  const { ctx, company } = useCompany();
  const months = [monthOf(month)];
  const days = daysOf({ from: monthOf(month), to: monthOf(month) });
  const seesExpenses = can(ctx.access, 'expenses.view');
  const seesInvoices = can(ctx.access, 'invoices.view');
  const expenses = useExpensesOf(seesExpenses ? days : null);
  const withFiles = useWithReceipt(expenses?.map(({ id }) => id));
  const drafts = useDrafts();
  const open = useStandingOn(seesInvoices ? ctx.today() : null, ctx.today());
  const { value: books } = useBooks();
  const { value: periods } = usePeriods();
  const { value: failed } = useFailedSeries();
  const { gaps, error } = useNumberGaps();
  const sync = useSyncSummary();
  const isReading = !books || !periods || !drafts || (seesExpenses && (!expenses || !withFiles)) || (seesInvoices && !open);
  if (isReading) return undefined;
  const closed = new Set(periods.filter((each) => each.is_closed).map((each) => each.month));
  const currency = booksCurrency(company.settings);
  const unrated = unratedOf(foreignDocuments(books, { currency, months }, KINDS)).reduce((sum, { count }) => sum + count, 0);
  const unexplained = gaps?.filter(({ reason }) => reason === '').length;
  const checks = monthChecks({
    end: days.to,
    expenses: expenses ?? [],
    withFiles: withFiles ?? new Set(),
    drafts: seesInvoices ? drafts : [],
    open: open ?? [],
    unsynced: (sync?.waiting ?? 0) + (sync?.issues ?? 0),
    unrated,
    failedSeries: (failed?.invoices.length ?? 0) + (failed?.expenses.length ?? 0),
    numberGaps: !seesInvoices ? 0 : (unexplained ?? (error ? null : 0)),
    openMonths: openBefore(month, closed).length,
  });
  const bare = withoutReceipt(expenses ?? [], withFiles ?? new Set());
  return { checks, bare, period: periods.find((each) => each.month === month) };
}
