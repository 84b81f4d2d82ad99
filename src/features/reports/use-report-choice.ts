import { useCompany } from '#data/core/company-context.ts';
import { type Access, can } from '#domain/access/access.ts';
import { CLOSING_DAYS, monthsBefore, reportDay } from '#domain/reports/outstanding-on.ts';
import { type Period, previousPeriod, yearBefore } from '#domain/reports/period.ts';
import type { Basis } from '#domain/reports/report-rows.ts';
import { VAT_BASES, type VatBasis } from '#domain/reports/vat.ts';
import { useAddress } from '#widgets/use-address.ts';

export const REPORTS = ['profit', 'vat', 'receivables', 'expenses', 'sales'] as const;
export type ReportName = (typeof REPORTS)[number];
export const COMPARISONS = ['previous', 'year', 'none'] as const;
type Comparison = (typeof COMPARISONS)[number];
export const EXPENSES_BY = ['category', 'vendor', 'person'] as const;
export const SALES_BY = ['customer', 'product'] as const;

export type ReportChoice = {
  readonly report: ReportName;
  readonly comparison: Comparison;
  readonly basis: Basis;
  readonly vatBasis: VatBasis;
  readonly expensesBy: (typeof EXPENSES_BY)[number];
  readonly salesBy: (typeof SALES_BY)[number];
  /** Receivables: one of `CLOSING_DAYS`, or a day. */
  readonly asOf: string;
};

const oneOf = <T extends string>(all: readonly T[], value: string | null): T => all.find((each) => each === value) ?? (all[0] as T);

/** Those that have something to tell this person. */
export function visibleReports(access: Access): readonly ReportName[] {
  const sees = { sales: can(access, 'invoices.view'), costs: can(access, 'expenses.view') || can(access, 'expenses.view_own') };
  return REPORTS.filter((report) =>
    report === 'expenses' ? sees.costs : report === 'sales' || report === 'receivables' ? sees.sales : true,
  );
}

/** Which report, in the address, so that a link or the back button shows the same. */
export function useReportChoice(): [ReportChoice, (change: Record<string, string>) => void, readonly ReportName[]] {
  const [params, setAddress] = useAddress();
  const { ctx } = useCompany();
  const open = visibleReports(ctx.access);
  const report = oneOf(open, params.get('report'));
  // Without the payments this device only knows what is owed now.
  const isNowOnly = report === 'receivables' && !can(ctx.access, 'payments.view');
  const choice: ReportChoice = {
    report,
    comparison: isNowOnly ? 'none' : oneOf(COMPARISONS, params.get('compare')),
    asOf: isNowOnly ? CLOSING_DAYS[0] : (params.get('day') ?? CLOSING_DAYS[0]),
    basis: oneOf(['accrual', 'cash'], params.get('basis')),
    vatBasis: oneOf(VAT_BASES, params.get('vat')),
    expensesBy: oneOf(EXPENSES_BY, params.get('expenses')),
    salesBy: oneOf(SALES_BY, params.get('sales')),
  };
  const change = (part: Record<string, string>) => setAddress((now) => ({ ...Object.fromEntries(now), ...part }));
  return [choice, change, open];
}

export function otherPeriod(period: Period, { report, comparison }: ReportChoice): Period | null {
  if (report === 'receivables' || comparison === 'none') return null;
  return comparison === 'previous' ? previousPeriod(period) : yearBefore(period);
}

/** The day of the receivables and the one to compare it with; nulls for the other reports. */
export function daysOfChoice({ report, comparison, asOf }: ReportChoice, today: string): { day: string | null; otherDay: string | null } {
  if (report !== 'receivables') return { day: null, otherDay: null };
  const day = reportDay(asOf, today);
  return { day, otherDay: comparison === 'none' ? null : monthsBefore(day, comparison === 'previous' ? 1 : 12) };
}
