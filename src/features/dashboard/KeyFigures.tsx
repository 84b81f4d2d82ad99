import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { ageingOf, OVERDUE_AGES, totalClaims } from '#domain/reports/ageing.ts';
import { bookedExpenses, cashIn, invoicedIn } from '#domain/reports/books.ts';
import { daysOf } from '#domain/reports/period.ts';
import { expensesBehind, invoicesBehind, paymentsBehind } from '#widgets/figures/list-links.ts';
import { useMinorText } from '#widgets/figures/use-minor-text.ts';
import classes from './Dashboard.module.css';
import type { PartProps } from './part-props.ts';

/** The few numbers one looks for first; each leads to the list behind it. */
export function KeyFigures({ books, reported, scope, period, listed }: PartProps) {
  const { t } = useTranslation('dashboard');
  const { ctx } = useCompany();
  const { access } = ctx;
  const text = useMinorText(scope.currency);
  const { currency } = scope;
  const days = daysOf(period);
  const { received, paid } = cashIn(reported, scope);
  const invoiced = invoicedIn(reported, scope);
  const spent = bookedExpenses(reported, scope);
  const ageing = ageingOf(books.invoices, { currency, today: ctx.today() });
  const [open, overdue] = [totalClaims(ageing), totalClaims(ageing, OVERDUE_AGES)];
  const hasExpenses = can(access, 'expenses.view') || can(access, 'expenses.view_own');
  return (
    <ul className={classes.figures}>
      {can(access, 'payments.view') && (
        <Figure label={t('figure.received')} to={paymentsBehind({ ...days, currency: listed })} amount={text(received)}>
          {can(access, 'invoices.view') && t('figure.invoiced', { amount: text(invoiced.gross) })}
        </Figure>
      )}
      {hasExpenses && (
        <Figure
          label={t('figure.paid')}
          to={expensesBehind({ paidFrom: days.from, paidTo: days.to, isBooked: true, currency: listed })}
          amount={text(paid)}
        >
          {t('figure.spent', { amount: text(spent.gross) })}
        </Figure>
      )}
      {can(access, 'invoices.view') && (
        <>
          <Figure label={t('figure.outstanding')} to={invoicesBehind({ state: 'open', currency: listed })} amount={text(open.owed)}>
            {t('figure.openCount', { count: open.count })}
          </Figure>
          <Figure
            label={t('figure.overdue')}
            to={invoicesBehind({ state: 'overdue', currency: listed })}
            amount={text(overdue.owed)}
            isBad={overdue.owed > 0n}
          >
            {t('figure.overdueCount', { count: overdue.count })}
          </Figure>
        </>
      )}
    </ul>
  );
}

type FigureProps = { label: string; amount: string; to: string; isBad?: boolean; children: ReactNode };

function Figure({ label, amount, to, isBad = false, children }: FigureProps) {
  return (
    <li>
      <Link to={to} className={classes.figureLink}>
        <span className={classes.label}>{label}</span>
        <span className={classes.amount} data-bad={isBad || undefined}>
          {amount}
        </span>
        <span className={classes.hint}>{children}</span>
      </Link>
    </li>
  );
}
