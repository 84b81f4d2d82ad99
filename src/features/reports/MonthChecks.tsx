import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useDirectory } from '#data/directory/use-directory.ts';
import { useCompany } from '#data/core/company-context.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import { monthOf } from '#domain/dates/calendar.ts';
import { recurringExpenseTitle } from '#domain/recurring-expenses/recurring-expense-title.ts';
import { recurringInvoiceTitle } from '#domain/recurring-invoices/recurring-invoice-title.ts';
import { unratedOf } from '#domain/reports/foreign-documents.ts';
import type { MonthCheck, MonthCheckKind } from '#domain/reports/month-checks.ts';
import { daysOf, type Period } from '#domain/reports/period.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { expensesBehind, foreignBehind, invoicesBehind } from '#widgets/figures/list-links.ts';
import classes from './MonthEnd.module.css';
import type { MonthEnd } from './use-month-end.ts';

/** Receipts that are missing are named, so many of them. */
const NAMED = 5;
/** Worth knowing, and no reason to wait. */
const CALM: ReadonlySet<MonthCheckKind> = new Set(['overdue', 'number_gaps', 'open_before']);
export const isPressing = ({ kind }: MonthCheck): boolean => !CALM.has(kind);

type Props = MonthEnd & { readonly period: Period };

/** What is left to do before a month or quarter is closed. Each line leads to exactly what it counts. */
export function MonthChecks({ period, ...found }: Props) {
  const { t } = useTranslation('reports');
  const { from, to } = daysOf(period);
  const places: Readonly<Record<MonthCheckKind, string | null>> = {
    unsynced: '/sync',
    to_approve: expensesBehind({ from, to, status: 'pending' }),
    no_receipt: expensesBehind({ from, to, lacksReceipt: true }),
    drafts: invoicesBehind({ state: 'draft', pointTo: to }),
    unrated: null,
    failed_series: null,
    number_gaps: '/finance/invoices/numbers',
    overdue: invoicesBehind({ state: 'overdue', dueTo: to }),
    open_before: null,
  };
  if (found.checks.length === 0)
    return (
      <p className={classes.done} role="status">
        <IconCircleCheck size={18} aria-hidden />
        {t('monthEnd.nothing')}
      </p>
    );
  return (
    <ul className={classes.list}>
      {found.checks.map((check) => {
        const { kind, count } = check;
        const Icon = isPressing(check) ? IconAlertTriangle : IconInfoCircle;
        const place = places[kind];
        const words = typeof count === 'number' ? t(`monthEnd.check.${kind}`, { count }) : t(`monthEnd.${count}`);
        return (
          <li key={kind} className={classes.check} data-check={kind} data-calm={!isPressing(check) || undefined}>
            <Icon size={18} aria-hidden className={classes.icon} />
            <div>
              {place === null ? (
                <span data-words>{words}</span>
              ) : (
                <Link to={place} data-words>
                  {words}
                </Link>
              )}
              {kind === 'no_receipt' && <Bare {...found} all={places.no_receipt ?? ''} />}
              {kind === 'unrated' && <Unrated {...found} period={period} />}
              {kind === 'failed_series' && <FailedSeries {...found} />}
              {kind === 'open_before' && <Earlier {...found} />}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Bare({ bare, all }: Pick<MonthEnd, 'bare'> & { readonly all: string }) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  return (
    <ul className={classes.bare}>
      {bare.slice(0, NAMED).map(({ id, description, number, amount, currency, expense_date }) => (
        <li key={id}>
          <Link to={`/finance/expenses/${id}`}>{description || number}</Link>{' '}
          <span className={classes.meta}>
            {format.day(expense_date)} · {format.money(amount, currency)}
          </span>
        </li>
      ))}
      {bare.length > NAMED && (
        <li>
          <Link to={all}>{t('monthEnd.more', { count: bare.length - NAMED })}</Link>
        </li>
      )}
    </ul>
  );
}

/** They are of several kinds, and each kind has a list of its own. */
function Unrated({ foreign, period }: Pick<MonthEnd, 'foreign'> & { readonly period: Period }) {
  const { t } = useTranslation();
  const { company } = useCompany();
  const unrated = booksCurrency(company.settings);
  return (
    <ul className={classes.bare}>
      {unratedOf(foreign).map(({ kind, count }) => (
        <li key={kind}>
          <Link to={foreignBehind(kind, daysOf(period), { unrated })}>
            {t(`figures.unrated.${kind === 'supplied' ? 'issued' : kind}`, { count })}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function FailedSeries({ failed }: Pick<MonthEnd, 'failed'>) {
  const { t } = useTranslation('recurring');
  const { value: customers } = useDirectory('customers');
  const { value: vendors } = useDirectory('vendors');
  const series = [
    ...failed.invoices.map((each) => ({
      to: `/finance/recurring-invoices/${each.id}`,
      title: recurringInvoiceTitle(each, customers?.byId.get(each.customer_id)?.name),
    })),
    ...failed.expenses.map((each) => ({
      to: `/finance/recurring-expenses/${each.id}`,
      title: recurringExpenseTitle(each, vendors?.byId.get(each.vendor_id ?? '')?.name),
    })),
  ];
  return (
    <ul className={classes.bare}>
      {series.map(({ to, title }) => (
        <li key={to}>
          <Link to={to}>{title ?? t('untitled')}</Link>
        </li>
      ))}
    </ul>
  );
}

function Earlier({ earlier }: Pick<MonthEnd, 'earlier'>) {
  const format = useFormat();
  return (
    <ul className={`${classes.bare} ${classes.inline}`}>
      {earlier.map((month) => (
        <li key={month}>
          <Link to={`/reports/month-end?period=${monthOf(month)}`}>{format.month(monthOf(month), 'long')}</Link>
        </li>
      ))}
    </ul>
  );
}
