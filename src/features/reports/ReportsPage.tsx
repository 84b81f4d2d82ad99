import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.tsx';
import { useSyncSummary } from '#data/sync/use-sync.ts';
import { can } from '#domain/access/access.ts';
import type { Period } from '#domain/reports/period.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RowSkeleton } from '#ui/RowSkeleton.tsx';
import { Section } from '#ui/Section.tsx';
import { FigureBar } from '#widgets/figures/FigureBar.tsx';
import { useFigureChoice } from '#widgets/figures/use-figure-choice.ts';
import { ExportMenu } from './ExportMenu.tsx';
import classes from './Reports.module.css';
import { ReportTable } from './ReportTable.tsx';
import { measuresOf, useReport } from './use-report.ts';
import { COMPARISONS, EXPENSES_BY, otherPeriod, type ReportChoice, SALES_BY, useReportChoice } from './use-report-choice.ts';
import { useRowWords } from './use-row-words.ts';

export function ReportsPage() {
  const { t } = useTranslation('reports');
  const { ctx } = useCompany();
  const figures = useFigureChoice();
  const [choice, change, open] = useReportChoice();
  const { currency, period } = figures;
  const isToday = choice.report === 'receivables';
  const other = otherPeriod(period, choice);
  const rows = useReport(choice, { period, other, currency });
  const words = useRowWords(currency, period, isToday);
  const periodText = usePeriodText();
  const format = useFormat();
  const isLoading = useSyncSummary()?.progress !== undefined;
  const headings = measuresOf(choice).map((measure) => t(`measure.${measure as 'net'}`));
  const title = t(`report.${choice.report}`);
  const when = isToday ? t('asOfToday', { day: format.day(ctx.today()) }) : periodText(period);
  const otherHeading = other ? periodText(other) : null;
  const definition = t(`definition.${choice.report === 'profit' ? choice.basis : choice.report}`);
  const isPartly = !can(ctx.access, 'expenses.view') || !can(ctx.access, 'invoices.view');
  const note = isLoading ? t('note.loading') : isPartly ? t('note.partly') : null;
  const sheet = {
    title,
    variant: useVariant(choice),
    when,
    other: otherHeading,
    label: (key: string) => words(key).label,
    measures: headings,
    currency,
    words: { what: t('column.what'), change: t('column.change'), currency: t('column.currency') },
  };
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <FigureBar figures={figures} />
            {can(ctx.access, 'reports.export') && rows && (
              <ExportMenu sheet={{ ...sheet, rows }} notes={note === null ? [definition] : [definition, note]} />
            )}
          </>
        }
      />
      <div className={classes.tabs} role="group" aria-label={t('title')}>
        {open.map((report) => (
          <button
            key={report}
            type="button"
            className={classes.tab}
            aria-pressed={choice.report === report}
            onClick={() => change({ report })}
          >
            {t(`report.${report}`)}
          </button>
        ))}
      </div>
      {note !== null && (
        <p className={classes.note} role="note">
          {note}
        </p>
      )}
      <Section title={`${title} · ${when}`} text={definition} actions={<Controls choice={choice} onChange={change} />}>
        {rows === undefined && <RowSkeleton label={t('title')} />}
        {rows?.every(({ values }) => values.every((value) => value === 0n)) && <EmptyState title={t('empty')} />}
        {rows?.some(({ values }) => values.some((value) => value !== 0n)) && (
          <ReportTable
            caption={`${title} · ${when}`}
            rows={rows}
            headings={headings}
            otherHeading={otherHeading}
            words={words}
            currency={currency}
          />
        )}
      </Section>
    </>
  );
}

function usePeriodText(): (period: Period) => string {
  const format = useFormat();
  return ({ from, to }) => (from === to ? format.month(from, 'long') : `${format.month(from)} – ${format.month(to)}`);
}

/** The basis or the breakdown of a report, where it has one. */
function useVariant({ report, basis, expensesBy, salesBy }: ReportChoice): string {
  const { t } = useTranslation('reports');
  if (report === 'profit') return t(`basis.${basis}`);
  if (report === 'expenses') return t(`by.${expensesBy}`);
  return report === 'sales' ? t(`by.${salesBy}`) : '';
}

function Controls({ choice, onChange }: { choice: ReportChoice; onChange: (change: Record<string, string>) => void }) {
  const { t } = useTranslation('reports');
  const select = (name: string, value: string, options: readonly { value: string; label: string }[]) => (
    <NativeSelect
      key={name}
      size="sm"
      aria-label={t(`control.${name as 'compare'}`)}
      value={value}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      data={[...options]}
    />
  );
  return (
    <div className={classes.controls}>
      {choice.report === 'profit' &&
        select(
          'basis',
          choice.basis,
          (['accrual', 'cash'] as const).map((value) => ({ value, label: t(`basis.${value}`) })),
        )}
      {choice.report === 'expenses' &&
        select(
          'expenses',
          choice.expensesBy,
          EXPENSES_BY.map((value) => ({ value, label: t(`by.${value}`) })),
        )}
      {choice.report === 'sales' &&
        select(
          'sales',
          choice.salesBy,
          SALES_BY.map((value) => ({ value, label: t(`by.${value}`) })),
        )}
      {choice.report !== 'receivables' &&
        select(
          'compare',
          choice.comparison,
          COMPARISONS.map((value) => ({ value, label: t(`compare.${value}`) })),
        )}
    </div>
  );
}
