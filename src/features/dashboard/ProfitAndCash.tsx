import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { monthOf } from '#domain/dates/calendar.ts';
import { cashIn } from '#domain/reports/books.ts';
import { changeOf, hasFigures } from '#domain/reports/change.ts';
import { profitIn } from '#domain/reports/profit.ts';
import { monthsOf, previousPeriod } from '#domain/reports/period.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { useMinorText } from '#widgets/figures/use-minor-text.ts';
import { usePeriodText } from '#widgets/figures/use-period-text.ts';
import classes from './Dashboard.module.css';
import type { PartProps } from './part-props.ts';

/** How the company does: profit and cash of the period, as the reports say them, and what changed against the period before. */
export function ProfitAndCash({ reported, termsIn, scope, period, isLoading }: PartProps) {
  const { t } = useTranslation('dashboard');
  const { ctx } = useCompany();
  const text = useMinorText(scope.currency);
  const periodText = usePeriodText();
  const then = previousPeriod(period);
  const before = { ...scope, months: monthsOf(then) };
  const isKnown = hasFigures(reported, before.months);
  const isRunning = period.to >= monthOf(ctx.today());
  const sees = (...keys: Parameters<typeof can>[1][]) => keys.every((key) => can(ctx.access, key));
  const to = (params: Record<string, string>) =>
    sees('reports.view') ? `/reports?${new URLSearchParams({ report: 'profit', ...params })}` : null;
  if (!sees('payments.view', 'expenses.view')) return null;
  const cash = cashIn(reported, scope);
  const profit = sees('invoices.view') ? profitIn(reported, scope, termsIn) : null;
  const changed = (now: bigint, sumBefore: () => bigint) =>
    isLoading ? <LaterText /> : <ChangeText now={now} before={isKnown ? sumBefore() : null} scope={scope} than={then} />;
  return (
    <>
      <ul className={classes.standing}>
        {profit && (
          <Card
            label={t(profit.profit < 0n ? 'standing.loss' : 'standing.profit')}
            amount={text(profit.profit)}
            isBad={profit.profit < 0n}
            to={to({})}
          >
            <span className={classes.hint}>{t('standing.profitOf', { income: text(profit.income), costs: text(profit.costs) })}</span>
            {changed(profit.profit, () => profitIn(reported, before, termsIn).profit)}
          </Card>
        )}
        <Card label={t('standing.cash')} amount={text(cash.net)} isBad={cash.net < 0n} to={to({ basis: 'cash' })}>
          <span className={classes.hint}>{t('standing.cashOf', { received: text(cash.received), paid: text(cash.paid) })}</span>
          {changed(cash.net, () => cashIn(reported, before).net)}
        </Card>
      </ul>
      {isKnown && isRunning && !isLoading && <p className={classes.running}>{t('standing.running', { period: periodText(then) })}</p>}
    </>
  );
}

type CardProps = { label: string; amount: string; isBad: boolean; to: string | null; children: ReactNode };

function Card({ label, amount, isBad, to, children }: CardProps) {
  const face = (
    <>
      <span className={classes.label}>{label}</span>
      <span className={classes.amount} data-large data-bad={isBad || undefined}>
        {amount}
      </span>
      {children}
    </>
  );
  return (
    <li>
      {to === null ? (
        <div className={classes.figureLink}>{face}</div>
      ) : (
        <Link to={to} className={classes.figureLink}>
          {face}
        </Link>
      )}
    </li>
  );
}

/** Two periods of which half is here compare to nonsense: in its place stands when there is something to say. */
function LaterText() {
  const { t } = useTranslation('dashboard');
  return <span className={classes.change}>{t('change.later')}</span>;
}

type ChangeProps = { now: bigint; before: bigint | null; than: PartProps['period'] } & Pick<PartProps, 'scope'>;

/** What changed, in a sentence; by how many percent where that says something, else with what it was. */
function ChangeText({ now, before, than, scope }: ChangeProps) {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const text = useMinorText(scope.currency);
  const period = usePeriodText()(than);
  if (before === null) return <span className={classes.change}>{t('change.unknown', { period })}</span>;
  const { difference, percent } = changeOf(now, before);
  if (difference === 0n) return <span className={classes.change}>{t('change.same', { period })}</span>;
  const isMore = difference > 0n;
  const Icon = isMore ? IconArrowUpRight : IconArrowDownRight;
  const words = { period, amount: text(isMore ? difference : -difference), before: text(before) };
  return (
    <span className={classes.change} data-more={isMore || undefined}>
      <Icon size={16} aria-hidden />
      {percent === null
        ? t(isMore ? 'change.moreThan' : 'change.lessThan', words)
        : t(isMore ? 'change.more' : 'change.less', { ...words, percent: format.percent(Math.abs(percent)) })}
    </span>
  );
}
