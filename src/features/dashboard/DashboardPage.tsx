import { Button } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useReportBooks } from '#data/aggregates/use-report-books.ts';
import { useCompany } from '#data/core/company-context.ts';
import { useSettled } from '#data/core/use-settled.ts';
import { useIsLoading } from '#data/sync-centre/use-sync.ts';
import { can } from '#domain/access/access.ts';
import { currenciesOf } from '#domain/reports/books.ts';
import { foreignDocuments, type ForeignKind } from '#domain/reports/foreign-documents.ts';
import { daysOf, monthsOf } from '#domain/reports/period.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RowSkeleton } from '#ui/RowSkeleton.tsx';
import { useErrorText } from '#ui/use-error-text.ts';
import { type NeedLink, useNeeds } from '#widgets/attention/use-needs.ts';
import { FigureBar } from '#widgets/figures/FigureBar.tsx';
import { MissingRates } from '#widgets/figures/MissingRates.tsx';
import { type FigureChoice, useFigureChoice } from '#widgets/figures/use-figure-choice.ts';
import { Attention } from './Attention.tsx';
import { CashFlow } from './CashFlow.tsx';
import { CategoryShares } from './CategoryShares.tsx';
import classes from './Dashboard.module.css';
import { KeyFigures } from './KeyFigures.tsx';
import { Receivables } from './Receivables.tsx';
import type { PartProps } from './part-props.ts';
import { ProfitAndCash } from './ProfitAndCash.tsx';
import { RecentSpending } from './RecentSpending.tsx';
import { UpcomingRecurring } from './UpcomingRecurring.tsx';
import { VatPosition } from './VatPosition.tsx';
import { useDrawnPart } from './use-drawn-part.ts';

export function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const figures = useFigureChoice();
  const { value: kept, error } = useReportBooks();
  const needs = useNeeds();
  const isLoading = useIsLoading();
  const part = usePart(kept, figures, isLoading);
  const isEmpty = useMemo(() => kept !== undefined && currenciesOf(kept.live).length === 0, [kept]);
  const drawn = useDrawnPart(needs && !isEmpty ? part : null);
  const errorText = useErrorText();
  return (
    <>
      <PageHeader title={t('title')} actions={<FigureBar figures={figures} />} />
      {error !== undefined && <EmptyState role="alert" title={t('failed')} text={errorText(error)} />}
      {isLoading && (
        <p className={classes.note} role="status">
          {t('note.loading')}
        </p>
      )}
      {!drawn && !isEmpty && error === undefined && <RowSkeleton label={t('title')} />}
      {drawn && needs && <Parts part={drawn} needs={needs} own={figures.own} />}
      {isEmpty && !isLoading && <FirstSteps />}
    </>
  );
}

/** What the parts are made of; what a person may not see is in no books. */
const KINDS = ['issued', 'owed', 'received', 'spent', 'paid'] as const satisfies ForeignKind[];

/** The same for as long as it says the same; null until the books are read. */
function usePart(kept: ReturnType<typeof useReportBooks>['value'], figures: FigureChoice, isLoading: boolean): PartProps | null {
  const { currency, listed } = figures;
  const period = useSettled(figures.period);
  return useMemo(
    () =>
      kept
        ? {
            books: kept.live,
            reported: kept.books,
            termsIn: kept.termsIn,
            period,
            listed,
            isLoading,
            scope: { currency, months: monthsOf(period) },
          }
        : null,
    [kept, period, listed, isLoading, currency],
  );
}

// Each is drawn when its figures change, not whenever something new waits for the person.
const Standing = memo(ProfitAndCash);
const Figures = memo(KeyFigures);
const Flow = memo(CashFlow);
const Claims = memo(Receivables);
const Vat = memo(VatPosition);
const Shares = memo(CategoryShares);

type Shown = { readonly part: PartProps; readonly needs: readonly NeedLink[]; readonly own: string };

function Parts({ part, needs, own }: Shown) {
  const { t } = useTranslation('dashboard');
  const { ctx } = useCompany();
  const may = {
    invoices: can(ctx.access, 'invoices.view'),
    payments: can(ctx.access, 'payments.view'),
    expenses: can(ctx.access, 'expenses.view'),
  };
  const hasExpenses = may.expenses || can(ctx.access, 'expenses.view_own');
  return (
    <>
      {!(may.invoices && may.payments && may.expenses) && (
        <p className={classes.note} role="note">
          {t(hasExpenses && !may.expenses ? 'note.ownExpenses' : 'note.partly')}
        </p>
      )}
      {part.listed === null && (
        <MissingRates documents={foreignDocuments(part.books, part.scope, KINDS)} days={daysOf(part.period)} own={own} />
      )}
      <Standing {...part} />
      <Figures {...part} />
      <div className={classes.grid}>
        <div className={classes.wide}>
          <Attention needs={needs} />
        </div>
        {(may.payments || hasExpenses) && (
          <div className={classes.wide}>
            <Flow {...part} />
          </div>
        )}
        <div>
          {may.invoices && <Claims {...part} />}
          {(may.invoices || may.expenses) && <Vat {...part} />}
          <UpcomingRecurring />
        </div>
        {hasExpenses && (
          <div>
            <Shares {...part} />
            <RecentSpending />
          </div>
        )}
      </div>
    </>
  );
}

function FirstSteps() {
  const { t } = useTranslation('dashboard');
  const { ctx } = useCompany();
  return (
    <EmptyState
      icon={<IconChartBar size={26} />}
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <div className={classes.steps}>
          {can(ctx.access, 'invoices.create') && (
            <Button component={Link} to="/finance/invoices/create">
              {t('empty.invoice')}
            </Button>
          )}
          {can(ctx.access, 'expenses.create') && (
            <Button component={Link} to="/finance/expenses/create" variant="default">
              {t('empty.expense')}
            </Button>
          )}
        </div>
      }
    />
  );
}
