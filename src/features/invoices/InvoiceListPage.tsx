import { Button } from '@mantine/core';
import { IconFileInvoice, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.tsx';
import { useInvoiceList } from '#data/invoices/use-invoices.ts';
import { can } from '#domain/access/access.ts';
import { EVERY_INVOICE, type InvoiceFilter, type InvoiceSort, isInvoiceListNarrowed } from '#domain/invoices/invoice-filter.ts';
import { DataTable, type Sort } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { useBulk } from '#widgets/use-bulk.ts';
import { SavedFilters } from '#widgets/SavedFilters.tsx';
import { InvoiceBulkBar } from './InvoiceBulkBar.tsx';
import { InvoiceFilterBar } from './InvoiceFilterBar.tsx';
import classes from './InvoiceListPage.module.css';
import { useInvoiceColumns } from './use-invoice-columns.tsx';
import { useInvoiceFilter } from './use-invoice-filter.ts';

const SORTS: Record<InvoiceSort, Sort> = {
  newest: { key: 'date', direction: 'desc' },
  oldest: { key: 'date', direction: 'asc' },
  highest: { key: 'amount', direction: 'desc' },
  lowest: { key: 'amount', direction: 'asc' },
};

function invoiceSortOf({ key, direction }: Sort): InvoiceSort {
  if (key === 'amount') return direction === 'asc' ? 'lowest' : 'highest';
  return direction === 'asc' ? 'oldest' : 'newest';
}

export function InvoiceListPage() {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  const [filter, setFilter] = useInvoiceFilter();
  const list = useInvoiceList(useDeferredValue(filter));
  const columns = useInvoiceColumns();
  const bulk = useBulk('invoices', filter);
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
        sort={SORTS[filter.sort]}
        onSort={(sort) => setFilter({ sort: invoiceSortOf(sort) })}
        onEndReached={() => list.hasMore && list.loadMore()}
        empty={<Empty filter={filter} create={create} onClear={() => setFilter(EVERY_INVOICE)} />}
      />
      <InvoiceBulkBar bulk={bulk} />
      <p className={classes.end} role="status">
        {list.isSearching && t('list.searching')}
      </p>
    </>
  );
}

function Empty({ filter, create, onClear }: { filter: InvoiceFilter; create: ReactNode; onClear: () => void }) {
  const { t } = useTranslation('invoices');
  if (!isInvoiceListNarrowed(filter))
    return <EmptyState icon={<IconFileInvoice size={26} />} title={t('empty.title')} text={t('empty.text')} action={create} />;
  return (
    <EmptyState
      title={t('empty.filteredTitle')}
      text={t('empty.filteredText')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      }
    />
  );
}
