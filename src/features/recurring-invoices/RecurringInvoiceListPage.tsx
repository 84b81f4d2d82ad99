import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { useCustomers } from '#data/customers/use-customers.ts';
import { useRecurringInvoices } from '#data/recurring-invoices/use-recurring-invoices.ts';
import { can } from '#domain/access/access.ts';
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts';
import { UPCOMING_DAYS } from '#domain/recurring/recurrence.ts';
import { EVERY_RECURRING, filterRecurring } from '#domain/recurring/recurring-list.ts';
import { recurringInvoiceTitle } from '#domain/recurring-invoices/recurring-invoice-title.ts';
import type { RecurringInvoice } from '#domain/recurring-invoices/recurring-invoice.ts';
import { DataTable, type DataTableColumn } from '#ui/DataTable.tsx';
import { DateText } from '#ui/DateText.tsx';
import { Money } from '#ui/Money.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecurringEmpty } from '#widgets/recurring/RecurringEmpty.tsx';
import { RecurringExport } from '#widgets/recurring/RecurringExport.tsx';
import listClasses from '#widgets/recurring/RecurringList.module.css';
import { RecurringMark } from '#widgets/recurring/RecurringMark.tsx';
import { RecurringToolbar } from '#widgets/recurring/RecurringToolbar.tsx';
import { useRecurringFilter } from '#widgets/recurring/use-recurring-filter.ts';
import { useScheduleWords } from '#widgets/recurring/use-schedule-words.ts';
import { SyncMark } from '#widgets/SyncBadge.tsx';

const LIST = '/finance/recurring-invoices';

export function RecurringInvoiceListPage() {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  const { value: items, error } = useRecurringInvoices();
  const { value: customers } = useCustomers();
  const [filter, setFilter] = useRecurringFilter();
  const shown = useDeferredValue(filter);
  const identity = JSON.stringify(shown);
  const today = ctx.today();
  const rows = useMemo(() => {
    const customerName = (item: RecurringInvoice) => customers?.byId.get(item.customer_id)?.name ?? '';
    return (
      items &&
      customers &&
      filterRecurring(items, shown, {
        today,
        days: UPCOMING_DAYS.recurring_invoices,
        nameOf: (item) => item.name || customerName(item),
        textOf: (item) => [item.name, customerName(item), item.reference, ...item.items.map(({ description }) => description)].join(' '),
      })
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- an equal filter is the same filter
  }, [items, customers, identity, today]);
  const columns = useColumns();
  const create = can(ctx.access, 'recurring_invoices.create') && (
    <Button component={Link} to={`${LIST}/create`} leftSection={<IconPlus size={18} aria-hidden />}>
      {t('new.invoices')}
    </Button>
  );
  const exported = (item: RecurringInvoice) => {
    const partner = customers?.byId.get(item.customer_id)?.name ?? '';
    return { item, what: recurringInvoiceTitle(item, partner) ?? '', partner, amount: grossOf(item) };
  };
  const isEmpty = items?.length === 0;
  return (
    <>
      <PageHeader
        title={t('title.invoices')}
        actions={
          <>
            <RecurringExport kind="invoices" count={rows?.length ?? 0} series={() => (rows ?? []).map(exported)} />
            {create}
          </>
        }
      />
      {!isEmpty && <RecurringToolbar kind="invoices" filter={filter} onChange={setFilter} />}
      <DataTable
        label={t('title.invoices')}
        columns={columns}
        rows={rows}
        error={error}
        getRowId={(item) => item.id}
        rowHref={(item) => `${LIST}/${item.id}`}
        isRowDimmed={(item) => !item.is_active}
        empty={
          <RecurringEmpty
            kind="invoices"
            isEmpty={isEmpty}
            create={create}
            onClear={() => setFilter({ ...EVERY_RECURRING, show: 'all' })}
          />
        }
      />
    </>
  );
}

function useColumns(): DataTableColumn<RecurringInvoice>[] {
  const { t } = useTranslation('recurring');
  const { value: customers } = useCustomers();
  const words = useScheduleWords();
  return useMemo(
    () => [
      {
        key: 'what',
        header: t('column.what'),
        width: 'minmax(14rem, 3fr)',
        isPrimary: true,
        cell: (item) => (
          <span className={listClasses.what}>
            <span className={listClasses.title}>
              {recurringInvoiceTitle(item, customers?.byId.get(item.customer_id)?.name) ?? t('untitled')}
            </span>
            <SyncMark collection="recurring_invoices" id={item.id} />
          </span>
        ),
      },
      {
        key: 'customer',
        header: t('column.customer'),
        width: 'minmax(9rem, 2fr)',
        phone: 'hidden',
        cell: (item) => customers?.byId.get(item.customer_id)?.name ?? t('noCustomer'),
      },
      { key: 'interval', header: t('column.interval'), width: '6.75rem', phone: 'meta', cell: (item) => words.interval(item.interval) },
      { key: 'next', header: t('column.next'), width: '6.5rem', phone: 'meta', cell: (item) => <DateText day={item.next_generation} /> },
      {
        key: 'state',
        header: t('column.state'),
        width: '11rem',
        cell: (item) => <RecurringMark collection="recurring_invoices" item={item} />,
      },
      {
        key: 'amount',
        header: t('column.amount'),
        width: '7.5rem',
        align: 'end',
        cell: (item) => <Money amount={grossOf(item)} currency={item.currency} isStrong />,
      },
    ],
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the words change with the language, as `t` does
    [t, customers],
  );
}

const grossOf = (item: RecurringInvoice): number =>
  invoiceTotals(item.items, { currency: item.currency, taxMode: item.tax_mode }).gross_total;
