import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useOwedBy, useRecentInvoicesOf } from '#data/invoices/use-invoices.ts';
import { listDate } from '#domain/invoices/list-date.ts';
import type { CurrencyTotals } from '#domain/money/currency-totals.ts';
import { fromMinor } from '#domain/money/money.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { DateText } from '#ui/DateText.tsx';
import { Money } from '#ui/Money.tsx';
import { InvoiceStatusBadge } from './InvoiceStatusBadge.tsx';
import classes from './RecentRecords.module.css';

/** The newest few invoices of a customer, with a way to all of them. */
export function RecentInvoices({ customerId }: { customerId: string }) {
  const { t } = useTranslation('invoices');
  const { t: tCustomers } = useTranslation('customers');
  const { value } = useRecentInvoicesOf(customerId);
  if (!value) return <p className={classes.note}>{t('list.searching')}</p>;
  if (value.rows.length === 0 && !value.isSearching) return <p className={classes.note}>{tCustomers('noInvoices')}</p>;
  return (
    <>
      <Owed customerId={customerId} />
      <ul className={classes.list}>
        {value.rows.map((invoice) => (
          <li key={invoice.id}>
            <Link to={`/finance/invoices/${invoice.id}`} className={classes.row}>
              <span className={classes.date}>
                <DateText day={listDate(invoice)} />
              </span>
              <span className={classes.what}>{invoice.number ?? t('draft')}</span>
              <InvoiceStatusBadge invoice={invoice} />
              <span className={classes.amount}>
                <Money amount={invoice.gross_total} currency={invoice.currency} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className={classes.note}>
        <Anchor component={Link} to={`/finance/invoices?customer=${customerId}`}>
          {tCustomers('allInvoices')}
        </Anchor>
      </p>
    </>
  );
}

/** What is owed after corrections, and what has to go back, with the way to those invoices. */
function Owed({ customerId }: { customerId: string }) {
  const { t } = useTranslation('customers');
  const format = useFormat();
  const owed = useOwedBy(customerId);
  if (!owed) return <p className={classes.note}>…</p>;
  const amounts = ({ sums }: CurrencyTotals) =>
    [...sums].map(([currency, minor]) => format.money(fromMinor(minor, currency), currency)).join(' · ');
  const parts = (['open', 'refund'] as const).filter((what) => owed[what].count > 0);
  if (parts.length === 0) return <p className={classes.note}>{t('owed.nothing')}</p>;
  return (
    <p className={classes.owed}>
      {parts.map((what) => (
        <Anchor
          key={what}
          component={Link}
          to={`/finance/invoices?customer=${customerId}&status=${what === 'open' ? 'open' : 'refund_due'}`}
        >
          {t(`owed.${what}`, { amount: amounts(owed[what]) })}
        </Anchor>
      ))}
    </p>
  );
}
