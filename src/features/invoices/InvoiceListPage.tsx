import { Anchor, Menu } from '@mantine/core';
import { IconFileInvoice, IconTruckDelivery } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useInvoiceTotal } from '#data/list-totals/use-list-total.ts';
import { useInvoiceList } from '#data/invoices/use-invoices.ts';
import { can } from '#domain/access/access.ts';
import {
  EVERY_INVOICE,
  type InvoiceFilter,
  invoiceFilterFromParams,
  invoiceFilterToParams,
  isInvoiceListNarrowed,
} from '#domain/invoices/invoice-filter.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { MoreMenu } from '#ui/MoreMenu.tsx';
import { GrowingListPage } from '#widgets/list/GrowingListPage.tsx';
import { ListTotalNote } from '#widgets/list/ListTotalNote.tsx';
import { NewRecordButton } from '#widgets/list/NewRecordButton.tsx';
import { useAddressFilter } from '#widgets/list/use-address-filter.ts';
import { useSummedFilter } from '#widgets/list/use-summed-filter.ts';
import { useKeptSort } from '#widgets/list/use-kept-sort.ts';
import { useBulk } from '#widgets/use-bulk.ts';
import { InvoiceBulkBar } from './InvoiceBulkBar.tsx';
import { InvoiceFilterBar } from './InvoiceFilterBar.tsx';
import { useInvoiceColumns } from './use-invoice-columns.tsx';

const ADDRESS = { read: invoiceFilterFromParams, write: invoiceFilterToParams };

export function InvoiceListPage() {
  const { t } = useTranslation(['invoices', 'deliveryNotes']);
  const { ctx } = useCompany();
  const [filter, setFilter] = useKeptSort(useAddressFilter(ADDRESS), EVERY_INVOICE.sort);
  const list = useInvoiceList(filter);
  const nameOf = (invoice: Invoice) => invoice.number ?? t('draft');
  const bulk = useBulk('invoices', filter, { ...list, nameOf });
  const columns = useInvoiceColumns(bulk.runOn);
  return (
    <GrowingListPage
      namespace="invoices"
      icon={<IconFileInvoice size={26} />}
      actions={
        <MoreMenu label={t('action.more')}>
          <Menu.Item component={Link} to="/finance/invoices/delivery-notes" leftSection={<IconTruckDelivery size={16} aria-hidden />}>
            {t('deliveryNotes:list.title')}
          </Menu.Item>
        </MoreMenu>
      }
      create={can(ctx.access, 'invoices.create') && <NewRecordButton to="/finance/invoices/create">{t('new')}</NewRecordButton>}
      filterBar={
        <>
          <InvoiceFilterBar filter={filter} onChange={setFilter} />
          {filter.state === 'overdue' && (
            <Anchor component={Link} to="/finance/reminders" size="sm">
              {t('remindersDue')}
            </Anchor>
          )}
        </>
      }
      isNarrowed={isInvoiceListNarrowed(filter)}
      onClear={() => setFilter({ ...EVERY_INVOICE, sort: filter.sort })}
      sort={filter.sort}
      onSort={(sort) => setFilter({ sort })}
      list={list}
      total={<Total asked={filter} isLoading={list.isLoading} />}
      table={{
        columns,
        getRowId: (invoice) => invoice.id,
        getRowName: nameOf,
        rowHref: (invoice) => `/finance/invoices/${invoice.id}`,
        isRowDimmed: (invoice) => invoice.status === 'cancelled',
        selection: bulk,
      }}
    >
      <InvoiceBulkBar bulk={bulk} />
    </GrowingListPage>
  );
}

/** Follows the sums by itself: what they come to draws no list again. */
function Total({ asked, isLoading }: { asked: InvoiceFilter; isLoading: boolean }) {
  return <ListTotalNote total={useInvoiceTotal(useSummedFilter(asked, { isLoading }))} />;
}
