import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { fromMinor } from '#domain/money/money.ts';
import { cashByMonth, cashIn } from '#domain/reports/books.ts';
import { daysOf } from '#domain/reports/period.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { BarChart } from '#ui/charts/BarChart.tsx';
import type { Series } from '#ui/charts/bars.ts';
import { Section } from '#ui/Section.tsx';
import { expensesBehind, paymentsBehind } from '#widgets/figures/list-links.ts';
import { usePeriodText } from '#widgets/figures/use-period-text.ts';
import type { PartProps } from './part-props.ts';

type Days = { readonly from: string; readonly to: string };
type Cash = { readonly received: bigint; readonly paid: bigint };
type Flow = Series & {
  readonly of: (cash: Cash) => bigint;
  /** What lies behind it, if one list has it. */ readonly behind: (days: Days) => string | null;
};

/** Payments received, expenses paid and what is left of them, month by month. */
export function CashFlow({ reported, scope, period, listed }: PartProps) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const periodText = usePeriodText();
  const { currency } = scope;
  const series = useFlows(listed);
  const of = (cash: Cash, days: Days) => ({
    values: series.map((each) => fromMinor(each.of(cash), currency)),
    links: series.map(({ behind }) => behind(days)),
  });
  const groups = cashByMonth(reported, scope).map((cash) => ({
    key: cash.month,
    label: format.month(cash.month, 'long'),
    tick: format.month(cash.month, 'short'),
    ...of(cash, daysOf({ from: cash.month, to: cash.month })),
  }));
  return (
    <Section title={t('cash.title')} text={t('cash.text')}>
      <BarChart
        title={t('cash.title')}
        series={series}
        groups={groups}
        whole={{ key: 'whole', label: periodText(period), ...of(cashIn(reported, scope), daysOf(period)) }}
        format={(value) => format.money(value, currency)}
        formatShort={format.compact}
        tableLabel={t('cash.table')}
        groupLabel={t('cash.month')}
      />
    </Section>
  );
}

/** What this person may see of the cash; the net of it only beside both. */
function useFlows(listed: string | null): Flow[] {
  const { t } = useTranslation('dashboard');
  const { ctx } = useCompany();
  const seesPayments = can(ctx.access, 'payments.view');
  const seesExpenses = can(ctx.access, 'expenses.view') || can(ctx.access, 'expenses.view_own');
  const received: Flow = {
    key: 'received',
    label: t('cash.in'),
    tone: 'blue',
    of: (cash) => cash.received,
    behind: (days) => paymentsBehind({ ...days, currency: listed }),
  };
  const paid: Flow = {
    key: 'paid',
    label: t('cash.out'),
    tone: 'amber',
    of: (cash) => cash.paid,
    behind: ({ from, to }) => expensesBehind({ paidFrom: from, paidTo: to, isBooked: true, currency: listed }),
  };
  const net: Flow = { key: 'net', label: t('cash.net'), tone: 'net', of: (cash) => cash.received - cash.paid, behind: () => null };
  const seesAll = seesPayments && can(ctx.access, 'expenses.view');
  return [...(seesPayments ? [received] : []), ...(seesExpenses ? [paid] : []), ...(seesAll ? [net] : [])];
}
