import { useBooks } from '#data/aggregates/use-books.ts';
import { useFailedSeries } from '#data/aggregates/use-failed-series.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useNumberGaps } from '#data/invoices/use-number-gaps.ts';
import { usePeriods } from '#data/periods/use-periods.ts';
import { useDrafts, useExpensesWithBare, useStandingOn } from '#data/reports/use-documents-of-period.ts';
import { useUnsynced } from '#data/sync-centre/use-sync.ts';
import { can } from '#domain/access/access.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import type { RecurringExpense } from '#domain/recurring-expenses/recurring-expense.ts';
import type { RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';
import { foreignDocuments, type ForeignDocuments, unratedOf } from '#domain/reports/foreign-documents.ts';
import { type MonthCheck, monthChecks, openBefore, unexplainedGaps } from '#domain/reports/month-checks.ts';
import { daysOf, monthsOf, type Period } from '#domain/reports/period.ts';

export type MonthEnd = {
  readonly checks: readonly MonthCheck[];
  /** Expenses that should show a receipt and show none. */
  readonly bare: readonly Expense[];
  /** Documents in other currencies that have no rate. */
  readonly foreign: readonly ForeignDocuments[];
  readonly failed: { readonly invoices: readonly RecurringInvoice[]; readonly expenses: readonly RecurringExpense[] };
  /** Earlier months that are open, as first days. */
  readonly earlier: readonly string[];
  /** Its own months that are open, as first days. */
  readonly open: readonly string[];
};

const KINDS = ['issued', 'received', 'spent'] as const;

/** What is left to do before a month or quarter is closed; undefined while it is being read. */
export function useMonthEnd(period: Period): MonthEnd | undefined {
  const { ctx, company } = useCompany();
  const months = monthsOf(period);
  const days = daysOf(period);
  const seesExpenses = can(ctx.access, 'expenses.view');
  const seesInvoices = can(ctx.access, 'invoices.view');
  const { expenses, bare } = useExpensesWithBare(seesExpenses ? days : null) ?? {};
  const drafts = useDrafts();
  const standing = useStandingOn(seesInvoices ? ctx.today() : null, ctx.today());
  const { value: books } = useBooks();
  const { value: periods } = usePeriods();
  const { value: failed } = useFailedSeries();
  const gaps = useNumberGaps();
  const unsynced = useUnsynced();
  const isReading =
    !books ||
    !periods ||
    !drafts ||
    !failed ||
    unsynced === undefined ||
    (seesExpenses && (!expenses || !bare)) ||
    (seesInvoices && !standing);
  if (isReading) return undefined;
  const closed = new Set(periods.filter((each) => each.is_closed).map((each) => each.month));
  const foreign = foreignDocuments(books, { currency: booksCurrency(company.settings), months }, KINDS);
  const earlier = openBefore(days.from, closed);
  const checks = monthChecks({
    end: days.to,
    expenses: expenses ?? [],
    bare: bare?.length ?? 0,
    drafts: seesInvoices ? drafts : [],
    open: standing ?? [],
    unsynced,
    unrated: unratedOf(foreign).reduce((sum, { count }) => sum + count, 0),
    failedSeries: failed.invoices.length + failed.expenses.length,
    numberGaps: seesInvoices ? unexplainedGaps(gaps) : 0,
    openMonths: earlier.length,
  });
  const open = months.map((month) => `${month}-01`).filter((month) => !closed.has(month));
  return { checks, bare: bare ?? [], foreign, failed, earlier, open };
}
