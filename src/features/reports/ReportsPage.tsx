import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useIsLoading } from '#data/sync-centre/use-sync.ts';
import { can } from '#domain/access/access.ts';
import { daysOf, monthsOf } from '#domain/reports/period.ts';
import type { ComparedRow } from '#domain/reports/report-rows.ts';
import { type VatMethod, vatMethodOver } from '#domain/tax/vat-method.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RowSkeleton } from '#ui/RowSkeleton.tsx';
import { Section } from '#ui/Section.tsx';
import { FigureBar } from '#widgets/figures/FigureBar.tsx';
import { MissingRates } from '#widgets/figures/MissingRates.tsx';
import { useFigureChoice } from '#widgets/figures/use-figure-choice.ts';
import { usePeriodText } from '#widgets/figures/use-period-text.ts';
import { AdviserExport } from './AdviserExport.tsx';
import { Differences, useKeptText } from './KeptFigures.tsx';
import { Controls } from './Controls.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import classes from './Reports.module.css';
import { ForeignTable, useForeignNotes } from './ForeignTable.tsx';
import { ReportTable } from './ReportTable.tsx';
import { measuresOf, useReport } from './use-report.ts';
import { daysOfChoice, otherPeriod, type ReportChoice, useReportChoice } from './use-report-choice.ts';
import { useRowWords } from './use-row-words.ts';

export function ReportsPage() {
  const { t } = useTranslation('reports');
  const { ctx, company } = useCompany();
  const figures = useFigureChoice();
  const [choice, change, open] = useReportChoice();
  const { currency, period } = figures;
  const other = otherPeriod(period, choice);
  const { day, otherDay } = daysOfChoice(choice, ctx.today());
  const shown = useReport(choice, { period, other, day, otherDay, currency });
  const rows = shown?.rows;
  const foreign = shown?.foreign ?? [];
  const method = vatMethodOver(company.settings.vat.periods, monthsOf(period));
  const vatBy = choice.vatBasis === 'tax_point' ? method : choice.vatBasis;
  const words = useRowWords({ currency: figures.listed, period, day, vatBy });
  const periodText = usePeriodText();
  const format = useFormat();
  const isLoading = useIsLoading();
  const isReading = rows === undefined || (isLoading && !rows.some(isTelling));
  const headings = measuresOf(choice).map((measure) => t(`measure.${measure as 'net'}`));
  const title = t(`report.${choice.report}`);
  const when = day === null ? periodText(period) : t('asOf', { day: format.day(day) });
  const otherHeading = otherDay === null ? other && periodText(other) : format.day(otherDay);
  const definition =
    choice.report === 'vat' ? t(`definition.vat.${vatBy}`) : t(`definition.${choice.report === 'profit' ? choice.basis : choice.report}`);
  const isPartly = !can(ctx.access, 'expenses.view') || !can(ctx.access, 'invoices.view');
  // While documents are still on their way, the records here say less than they will.
  const differences = isLoading ? [] : (shown?.differences ?? []);
  const kept = useKeptText(shown?.kept ?? [], monthsOf(period).length);
  const notes = [definition, kept, ...useForeignNotes(foreign, currency), differences.length > 0 ? t('differs.text') : null];
  const note = isLoading ? t('note.loading') : isPartly ? t('note.partly') : null;
  const sheet = {
    title,
    variant: useVariant(choice, vatBy),
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
            <FigureBar figures={figures} hasPeriod={day === null} />
            {can(ctx.access, 'reports.export') && rows && (
              <ExportMenu sheet={{ ...sheet, rows }} notes={[...notes, note].flatMap((each) => each ?? [])} />
            )}
            <Button component={Link} to="/reports/month-end" variant="default">
              {t('monthEnd.title')}
            </Button>
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
      <MissingRates documents={foreign} days={daysOf(period)} own={currency} />
      {note !== null && (
        <p className={classes.note} role="note">
          {note}
        </p>
      )}
      <Section title={`${title} · ${when}`} text={definition} actions={<Controls choice={choice} onChange={change} method={method} />}>
        {kept !== null && <p className={classes.kept}>{kept}</p>}
        {isReading && <RowSkeleton label={t('title')} />}
        {rows && !rows.some(isTelling) && !isReading && <EmptyState title={t(day === null ? 'empty' : 'emptyDay')} />}
        {rows?.some(isTelling) && (
          <ReportTable
            caption={`${title} · ${when}`}
            rows={rows}
            headings={headings}
            otherHeading={otherHeading}
            words={words}
            currency={currency}
          />
        )}
        {foreign.length > 0 && <ForeignTable documents={foreign} days={daysOf(period)} own={currency} />}
        {differences.length > 0 && (
          <Differences differences={differences} headings={headings} label={(key) => words(key).label} currency={currency} />
        )}
      </Section>
      {can(ctx.access, 'reports.export') && day === null && <AdviserExport key={periodText(period)} period={period} />}
    </>
  );
}

const isTelling = ({ values, before }: ComparedRow) => [...values, before ?? 0n].some((value) => value !== 0n);

/** The basis or the breakdown of a report, where it has one. */
function useVariant({ report, basis, expensesBy, salesBy }: ReportChoice, vatBy: VatMethod | 'mixed' | 'invoice_date'): string {
  const { t } = useTranslation('reports');
  if (report === 'profit') return t(`basis.${basis}`);
  if (report === 'vat') return t(`vat.${vatBy}`);
  if (report === 'expenses') return t(`by.${expensesBy}`);
  return report === 'sales' ? t(`by.${salesBy}`) : '';
}
