import { Button, NativeSelect } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { usePeriodCommands } from '#data/periods/use-periods.ts';
import { can } from '#domain/access/access.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import { monthOf } from '#domain/dates/calendar.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { monthsOver } from '#domain/periods/accounting-period.ts';
import type { MonthCheck, MonthCheckKind } from '#domain/reports/month-checks.ts';
import { daysOf } from '#domain/reports/period.ts';
import { vatMethodOver } from '#domain/tax/vat-method.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RowSkeleton } from '#ui/RowSkeleton.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { showToast } from '#ui/toast.ts';
import { expensesBehind, invoicesBehind } from '#widgets/figures/list-links.ts';
import { useFigureChoice } from '#widgets/figures/use-figure-choice.ts';
import classes from './MonthEnd.module.css';
import { AdviserExport } from './AdviserExport.tsx';
import { ReportTable } from './ReportTable.tsx';
import { useMonthEnd } from './use-month-end.ts';
import { measuresOf, useReport } from './use-report.ts';
import type { ReportChoice } from './use-report-choice.ts';
import { useRowWords } from './use-row-words.ts';

const MONTHS = 24;
/** Receipts that are missing are named, so many of them. */
const NAMED = 5;
/** Worth knowing, and no reason to wait. */
const CALM: ReadonlySet<MonthCheckKind> = new Set(['overdue', 'number_gaps', 'open_before']);

/** A month before it is closed: what is left to do, what it comes to, and the act itself. */
export function MonthEndPage() {
  const { t } = useTranslation('reports');
  const { ctx } = useCompany();
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const months = monthsOver(ctx.today(), MONTHS);
  const month = months.find((each) => monthOf(each) === params.get('month')) ?? months[0] ?? '';
  const monthEnd = useMonthEnd(month);
  const name = format.month(monthOf(month), 'long');
  return (
    <>
      <PageHeader title={t('monthEnd.title')} back={{ to: '/reports', label: t('title') }} />
      <NativeSelect
        className={classes.month}
        aria-label={t('monthEnd.month')}
        value={month}
        onChange={(event) => setParams({ month: monthOf(event.currentTarget.value) }, { replace: true })}
        data={months.map((each) => ({ value: each, label: format.month(monthOf(each), 'long') }))}
      />
      <Section
        title={t('monthEnd.before', { month: name })}
        isFlush
        actions={
          monthEnd && (
            <StatusBadge tone={monthEnd.period?.is_closed ? 'green' : 'gray'}>
              {t(monthEnd.period?.is_closed ? 'monthEnd.closed' : 'monthEnd.open')}
            </StatusBadge>
          )
        }
      >
        {monthEnd ? <Checks {...monthEnd} month={month} /> : <RowSkeleton label={name} />}
        {monthEnd && !monthEnd.period?.is_closed && can(ctx.access, 'periods.close') && (
          <Closing key={month} month={month} name={name} left={monthEnd.checks.filter(({ kind }) => !CALM.has(kind)).length} />
        )}
      </Section>
      <Figures month={month} report="vat" />
      <Figures month={month} report="profit" />
      {can(ctx.access, 'reports.export') && <AdviserExport key={month} period={{ from: monthOf(month), to: monthOf(month) }} />}
    </>
  );
}

type ChecksProps = { checks: readonly MonthCheck[]; bare: readonly Expense[]; month: string };

function Checks({ checks, bare, month }: ChecksProps) {
  const { t } = useTranslation('reports');
  const days = daysOf({ from: monthOf(month), to: monthOf(month) });
  const places: Readonly<Record<MonthCheckKind, string | null>> = {
    unsynced: '/sync',
    to_approve: expensesBehind({ ...days, status: 'pending' }),
    no_receipt: null,
    drafts: invoicesBehind({ state: 'draft' }),
    unrated: `/reports?${new URLSearchParams({ report: 'profit' }).toString()}`,
    failed_series: '/finance/recurring-invoices',
    number_gaps: '/finance/invoices/numbers',
    overdue: invoicesBehind({ state: 'overdue' }),
    open_before: '/settings/periods',
  };
  if (checks.length === 0)
    return (
      <p className={classes.done} role="status">
        <IconCircleCheck size={18} aria-hidden />
        {t('monthEnd.nothing')}
      </p>
    );
  return (
    <ul className={classes.list}>
      {checks.map(({ kind, count }) => {
        const Icon = CALM.has(kind) ? IconInfoCircle : IconAlertTriangle;
        const to = places[kind];
        const words = count === null ? t('monthEnd.unknown') : t(`monthEnd.check.${kind}`, { count });
        return (
          <li key={kind} className={classes.check} data-calm={CALM.has(kind) || undefined}>
            <Icon size={18} aria-hidden className={classes.icon} />
            <div>
              {to === null ? <span>{words}</span> : <Link to={to}>{words}</Link>}
              {kind === 'no_receipt' && <Bare bare={bare} />}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Bare({ bare }: { bare: readonly Expense[] }) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  return (
    <ul className={classes.bare}>
      {bare.slice(0, NAMED).map(({ id, description, number, amount, currency, expense_date }) => (
        <li key={id}>
          <Link to={`/finance/expenses/${id}`}>{description || number}</Link> · {format.day(expense_date)} ·{' '}
          {format.money(amount, currency)}
        </li>
      ))}
      {bare.length > NAMED && <li>{t('monthEnd.more', { count: bare.length - NAMED })}</li>}
    </ul>
  );
}

function Closing({ month, name, left }: { month: string; name: string; left: number }) {
  const { t } = useTranslation('periods');
  const { t: tReports } = useTranslation('reports');
  const { closePeriod } = usePeriodCommands();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={classes.closing}>
      <Button variant={left === 0 ? 'filled' : 'default'} onClick={() => setAsking(true)}>
        {t('action.close')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('close.title', { month: name })}
        confirmLabel={t('action.close')}
        onConfirm={async () => {
          await closePeriod(month);
          showToast({ type: 'success', text: t('toast.closed', { month: name }) });
        }}
      >
        {left > 0 && `${tReports('monthEnd.left', { count: left })} `}
        {t('close.text')}
      </ConfirmDialog>
    </div>
  );
}

const CHOICE: ReportChoice = {
  report: 'vat',
  comparison: 'none',
  basis: 'accrual',
  vatBasis: 'tax_point',
  expensesBy: 'category',
  salesBy: 'customer',
  asOf: '',
};

/** The sums of a report of the month, and the way to all of it. */
function Figures({ month, report }: { month: string; report: 'vat' | 'profit' }) {
  const { t } = useTranslation('reports');
  const { company } = useCompany();
  const format = useFormat();
  const currency = booksCurrency(company.settings);
  const period = { from: monthOf(month), to: monthOf(month) };
  const choice = { ...CHOICE, report };
  const { set } = useFigureChoice();
  const shown = useReport(choice, { period, other: null, day: null, otherDay: null, currency });
  const method = vatMethodOver(company.settings.vat.periods, [period.from]);
  const words = useRowWords({ currency: null, period, day: null, vatBy: method });
  const title = `${t(`report.${report}`)} · ${format.month(period.from, 'long')}`;
  const rows = shown?.rows.filter(({ kind, key }) => kind !== 'item' || key === 'exchange' || key === 'owedleft');
  return (
    <Section title={title} text={t(report === 'vat' ? `definition.vat.${method}` : 'definition.accrual')}>
      {rows ? (
        <ReportTable
          caption={title}
          rows={rows}
          headings={measuresOf(choice).map((measure) => t(`measure.${measure as 'net'}`))}
          otherHeading={null}
          words={(key) => ({ ...words(key), to: null })}
          currency={currency}
        />
      ) : (
        <RowSkeleton label={title} />
      )}
      <p className={classes.all}>
        <Link to={`/reports?report=${report}`} onClick={() => set({ choice: { preset: 'custom', ...period } })}>
          {t('monthEnd.all')}
        </Link>
      </p>
    </Section>
  );
}
