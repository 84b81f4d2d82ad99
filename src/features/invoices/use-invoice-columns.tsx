import { useCompany } from '#data/core/company-context.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isAwaitingPayment } from '#domain/invoices/invoice-state.ts';
import { listDate } from '#domain/invoices/list-date.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { sumOf } from '#domain/money/money.ts';
import type { DataTableColumn } from '#ui/data-table-props.ts';
import { DateText } from '#ui/DateText.tsx';
import { NameCell } from '#ui/NameCell.tsx';
import { Money } from '#ui/Money.tsx';
import { SyncMark } from '#widgets/SyncBadge.tsx';
import type { Bulk } from '#widgets/use-bulk.ts';
import { InvoiceStatusCell } from './InvoiceStatusCell.tsx';
import classes from './InvoiceListPage.module.css';

/** Shown where somebody chose it. */
const EXTRA = { isOptional: true, phone: 'hidden' } as const;

export function useInvoiceColumns(runOn: Bulk<Invoice>['runOn']): DataTableColumn<Invoice>[] {
  const { t } = useTranslation('invoices');
  const { value: customers } = useDirectory('customers');
  const today = useCompany().ctx.today();
  return useMemo(() => {
    const customer = (invoice: Invoice) =>
      invoice.buyer?.name ?? (invoice.customer_id === null ? undefined : customers?.byId.get(invoice.customer_id)?.name);
    return [
      {
        key: 'number',
        header: t('column.number'),
        isSortable: true,
        width: '8rem',
        phone: 'meta',
        // A card says it once, as its status.
        cell: (invoice) =>
          invoice.number ?? (
            <span className={classes.pending} data-only-in-tables>
              {t('draft')}
            </span>
          ),
      },
      {
        key: 'customer',
        header: t('column.customer'),
        isSortable: true,
        width: 'minmax(10rem, 3fr)',
        isPrimary: true,
        cell: (invoice) => (
          <NameCell name={customer(invoice) ?? t('list.noCustomer')}>
            <SyncMark collection="invoices" id={invoice.id} />
          </NameCell>
        ),
      },
      {
        key: 'date',
        header: t('column.date'),
        width: '6rem',
        isSortable: true,
        phone: 'rest',
        cell: (invoice) => <DateText day={listDate(invoice)} sameYearAs={today} />,
      },
      {
        key: 'due',
        header: t('column.due'),
        isSortable: true,
        width: '6rem',
        phone: 'hidden',
        cell: (invoice) => invoice.due_date && <DateText day={invoice.due_date} />,
      },
      {
        key: 'status',
        header: t('column.status'),
        isSortable: true,
        width: '9.5rem',
        phone: 'under',
        cell: (invoice) => <InvoiceStatusCell invoice={invoice} runOn={runOn} />,
      },
      {
        ...EXTRA,
        key: 'delivery',
        header: t('filter.delivery'),
        width: '7rem',
        cell: ({ number, delivery }) => number !== null && t(`delivery.${delivery}`),
      },
      { ...EXTRA, key: 'reference', header: t('field.reference'), width: 'minmax(7rem, 1fr)', cell: ({ reference }) => reference },
      {
        ...EXTRA,
        key: 'net',
        header: t('field.net_total'),
        width: '7.5rem',
        align: 'end',
        cell: (invoice) => <Money amount={invoice.net_total} currency={invoice.currency} />,
      },
      {
        ...EXTRA,
        key: 'open',
        header: t('state.open'),
        width: '7.5rem',
        align: 'end',
        cell: (invoice) =>
          isAwaitingPayment(invoice) && (
            <Money amount={sumOf([invoice.gross_total, -invoice.paid_total], invoice.currency)} currency={invoice.currency} />
          ),
      },
      {
        key: 'amount',
        header: t('column.amount'),
        width: '8rem',
        align: 'end',
        isSortable: true,
        cell: (invoice) => <Money amount={invoice.gross_total} currency={invoice.currency} isStrong />,
      },
    ];
  }, [t, customers, runOn, today]);
}
