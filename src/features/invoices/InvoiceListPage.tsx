import { Button } from '@mantine/core';
import { IconFileInvoice, IconPlus } from '@tabler/icons-react';
import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { useInvoiceList } from '#data/invoices/use-invoices.ts';
import { can } from '#domain/access/access.ts';
import { EVERY_INVOICE, invoiceFilterFromParams, invoiceFilterToParams, isInvoiceListNarrowed } from '#domain/invoices/invoice-filter.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useBulk } from '#widgets/use-bulk.ts';
import { COLUMN_SORTS, listSortOf } from '#widgets/list/list-order.ts';
import { NothingMatches } from '#widgets/list/NothingMatches.tsx';
import { SearchingNote } from '#widgets/list/SearchingNote.tsx';
import { useAddressFilter } from '#widgets/list/use-address-filter.ts';
import { SavedFilters } from '#widgets/SavedFilters.tsx';
import { InvoiceBulkBar } from './InvoiceBulkBar.tsx';
import { InvoiceFilterBar } from './InvoiceFilterBar.tsx';
import { useInvoiceColumns } from './use-invoice-columns.tsx';

const ADDRESS = { read: invoiceFilterFromParams, write: invoiceFilterToParams };

export function InvoiceListPage() {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const [filter, setFilter] = useAddressFilter(ADDRESS);
  const list = useInvoiceList(useDeferredValue(filter));
  const columns = useInvoiceColumns();
  const bulk = useBulk('invoices', filter, list.rows);
  const mayBulk = can(ctx.access, 'invoices.send') || can(ctx.access, 'invoices.delete');
  const create = can(ctx.access, 'invoices.create') && (
    <Button component={Link} to="/finance/invoices/create" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('new')}
    </Button>
  );
  const isStillLooking = list.rows.length === 0 && (list.isFirstLoad || list.isSearching || list.isLoading);
  return (
    <>
      <PageHeader
        title={t('title.list')}
        actions={
          <>
            <SavedFilters />
            <Button component={Link} to="/finance/invoices/numbers" variant="subtle">
              {t('numbers.open')}
            </Button>
            {create}
          </>
        }
      />
      <InvoiceFilterBar filter={filter} onChange={setFilter} />
      <DataTable
        label={t('list.label')}
        columns={columns}
        rows={isStillLooking ? undefined : list.rows}
        error={list.error}
        getRowId={(invoice) => invoice.id}
        getRowName={(invoice) => invoice.number ?? t('draft')}
        rowHref={(invoice) => `/finance/invoices/${invoice.id}`}
        isRowDimmed={(invoice) => invoice.status === 'cancelled'}
        {...(mayBulk && { selection: bulk })}
        sort={COLUMN_SORTS[filter.sort]}
        onSort={(sort) => setFilter({ sort: listSortOf(sort) })}
        onEndReached={() => list.hasMore && list.loadMore()}
        empty={
          isInvoiceListNarrowed(filter) ? (
            <NothingMatches namespace="invoices" onClear={() => setFilter(EVERY_INVOICE)} />
          ) : (
            <EmptyState icon={<IconFileInvoice size={26} />} title={t('empty.title')} text={t('empty.text')} action={create} />
          )
        }
      />
      <InvoiceBulkBar bulk={bulk} />
      <SearchingNote namespace="invoices" isSearching={list.isSearching} />
    </>
  );
}
