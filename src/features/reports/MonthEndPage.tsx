import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { usePeriodCommands } from '#data/periods/use-periods.ts';
import { can } from '#domain/access/access.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import { closingKey, closingPeriods } from '#domain/reports/closing-period.ts';
import { monthsOf, type Period, periodOf } from '#domain/reports/period.ts';
import { vatMethodOver } from '#domain/tax/vat-method.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RowSkeleton } from '#ui/RowSkeleton.tsx';
import { Section } from '#ui/Section.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { showToast } from '#ui/toast.ts';
import { useFigureChoice } from '#widgets/figures/use-figure-choice.ts';
import { usePeriodText } from '#widgets/figures/use-period-text.ts';
import { AdviserExport } from './AdviserExport.tsx';
import classes from './MonthEnd.module.css';
import { isPressing, MonthChecks } from './MonthChecks.tsx';
import { ReportTable } from './ReportTable.tsx';
import { useMonthEnd } from './use-month-end.ts';
import { measuresOf, useReport } from './use-report.ts';
import type { ReportChoice } from './use-report-choice.ts';
import { useRowWords } from './use-row-words.ts';

/** So many that are over can be chosen. */
const CHOSEN_FROM = { months: 24, quarters: 8 };

/** A month or quarter before it is closed: what is left to do, what it comes to, and the act itself. */
export function MonthEndPage() {
  const { t } = useTranslation('reports');
  const { ctx } = useCompany();
  const periodText = usePeriodText();
  const [params, setParams] = useSearchParams();
  const { months, quarters } = closingPeriods(ctx.today(), CHOSEN_FROM);
  const asked = params.get('period') ?? params.get('month');
  const period =
    [...months, ...quarters].find((each) => closingKey(each) === asked) ?? months[0] ?? periodOf({ preset: 'lastMonth' }, ctx.today());
  const monthEnd = useMonthEnd(period);
  const name = periodText(period);
  const key = closingKey(period);
  const isClosed = monthEnd?.open.length === 0;
  const optionsOf = (periods: readonly Period[]) => periods.map((each) => ({ value: closingKey(each), label: periodText(each) }));
  return (
    <>
      <PageHeader title={t('monthEnd.title')} back={{ to: '/reports', label: t('title') }} />
      <NativeSelect
        className={classes.month}
        aria-label={t('monthEnd.period')}
        value={key}
        onChange={(event) => setParams({ period: event.currentTarget.value }, { replace: true })}
        data={[
          { group: t('monthEnd.months'), items: optionsOf(months) },
          { group: t('monthEnd.quarters'), items: optionsOf(quarters) },
        ]}
      />
      <Section
        title={t('monthEnd.before', { period: name })}
        isFlush
        actions={
          monthEnd && <StatusBadge tone={isClosed ? 'green' : 'gray'}>{t(isClosed ? 'monthEnd.closed' : 'monthEnd.open')}</StatusBadge>
        }
      >
        {monthEnd ? <MonthChecks {...monthEnd} period={period} /> : <RowSkeleton label={name} />}
        {monthEnd && !isClosed && can(ctx.access, 'periods.close') && (
          <Closing key={key} open={monthEnd.open} name={name} left={monthEnd.checks.filter(isPressing).length} />
        )}
      </Section>
      <Figures period={period} report="vat" />
      <Figures period={period} report="profit" />
      {can(ctx.access, 'reports.export') && <AdviserExport key={key} period={period} />}
    </>
  );
}

/** `open`: its months that are not closed yet, as first days. */
function Closing({ open, name, left }: { open: readonly string[]; name: string; left: number }) {
  const { t } = useTranslation('periods');
  const { t: tReports } = useTranslation('reports');
  const { closePeriod } = usePeriodCommands();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={classes.closing}>
      <Button variant={left === 0 ? 'filled' : 'default'} onClick={() => setAsking(true)}>
        {t('action.close', { count: open.length })}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('close.title', { month: name })}
        confirmLabel={t('action.close', { count: open.length })}
        onConfirm={async () => {
          for (const month of open) await closePeriod(month);
          showToast({ type: 'success', text: t('toast.closed', { month: name }) });
        }}
      >
        {left > 0 && `${tReports('monthEnd.left', { count: left })} `}
        {t('close.text', { count: open.length })}
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

/** The sums of a report of the period, and the way to all of it. */
function Figures({ period, report }: { period: Period; report: 'vat' | 'profit' }) {
  const { t } = useTranslation('reports');
  const { company } = useCompany();
  const currency = booksCurrency(company.settings);
  const choice = { ...CHOICE, report };
  const { set } = useFigureChoice();
  const shown = useReport(choice, { period, other: null, day: null, otherDay: null, currency });
  const method = vatMethodOver(company.settings.vat.periods, monthsOf(period));
  const words = useRowWords({ currency: null, period, day: null, vatBy: method });
  const title = `${t(`report.${report}`)} · ${usePeriodText()(period)}`;
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
