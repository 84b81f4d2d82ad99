import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { fromMinor } from '#domain/money/money.ts';
import { type CashMonth, cashByMonth } from '#domain/reports/books.ts';
import { daysOf } from '#domain/reports/period.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { BarChart, type Series } from '#ui/charts/BarChart.tsx';
import { Section } from '#ui/Section.tsx';
import { expensesBehind, paymentsBehind } from '#widgets/figures/list-links.ts';
import type { PartProps } from './DashboardPage.tsx';

/** Payments received and expenses paid, month by month. */
export function CashFlow({ books, scope, listed }: PartProps) {
  const { t } = useTranslation('dashboard');
  const { ctx } = useCompany();
  const format = useFormat();
  const { currency } = scope;
  const seesPayments = can(ctx.access, 'payments.view');
  const seesExpenses = can(ctx.access, 'expenses.view') || can(ctx.access, 'expenses.view_own');
  const series: (Series & { of: (month: CashMonth) => bigint; behind: (days: { from: string; to: string }) => string })[] = [];
  if (seesPayments)
    series.push({
      key: 'received',
      label: t('cash.in'),
      tone: 'blue',
      of: ({ received }) => received,
      behind: (days) => paymentsBehind({ ...days, currency: listed }),
    });
  if (seesExpenses)
    series.push({
      key: 'paid',
      label: t('cash.out'),
      tone: 'amber',
      of: ({ paid }) => paid,
      behind: ({ from, to }) => expensesBehind({ paidFrom: from, paidTo: to, isBooked: true, currency: listed }),
    });
  const groups = cashByMonth(books, scope).map((cash) => ({
    key: cash.month,
    label: format.month(cash.month, 'long'),
    tick: format.month(cash.month, 'short'),
    values: series.map(({ of }) => fromMinor(of(cash), currency)),
    links: series.map(({ behind }) => behind(daysOf({ from: cash.month, to: cash.month }))),
  }));
  return (
    <Section title={t('cash.title')} text={t('cash.text')}>
      <BarChart
        title={t('cash.title')}
        series={series}
        groups={groups}
        format={(value) => format.money(value, currency)}
        formatShort={format.compact}
        tableLabel={t('cash.table')}
        groupLabel={t('cash.month')}
      />
    </Section>
  );
}
