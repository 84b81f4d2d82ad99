import { Button } from '@mantine/core';
import { IconUsers, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { filterDirectory } from '#data/core/directory.ts';
import { useCustomerCommands } from '#data/customers/use-customer-commands.ts';
import { useCustomers } from '#data/customers/use-customers.ts';
import { can } from '#domain/access/access.ts';
import type { Customer } from '#domain/customers/customer.ts';
import { DataTable, type DataTableColumn } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { CsvMenu } from '#widgets/CsvMenu.tsx';
import { DirectoryBulkBar, useMayBulk } from '#widgets/DirectoryBulkBar.tsx';
import { DirectoryToolbar } from '#widgets/DirectoryToolbar.tsx';
import { SyncMark } from '#widgets/SyncBadge.tsx';
import { useBulk } from '#widgets/use-bulk.ts';
import { useDirectoryFilter } from '#widgets/use-directory-filter.ts';

export function CustomerListPage() {
  const { t } = useTranslation('customers');
  const { ctx } = useCompany();
  const { value: customers, error } = useCustomers();
  const [filter, setFilter] = useDirectoryFilter();
  const { text, show, sort } = filter;
  const rows = useMemo(() => customers && filterDirectory(customers, { text, show, sort }), [customers, text, show, sort]);
  const columns = useColumns();
  const bulk = useBulk('customers', filter, rows);
  const mayBulk = useMayBulk('customers');
  const { setCustomerActive, deleteCustomer } = useCustomerCommands();
  const create = can(ctx.access, 'customers.create') && (
    <Button component={Link} to="/finance/customers/create" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('new')}
    </Button>
  );
  const isEmpty = customers?.entries.length === 0;
  return (
    <>
      <PageHeader
        title={t('title.list')}
        actions={
          <>
            <CsvMenu kind="customers" rows={rows} />
            {create}
          </>
        }
      />
      {!isEmpty && <DirectoryToolbar namespace="customers" filter={filter} onChange={setFilter} />}
      <DataTable
        label={t('title.list')}
        columns={columns}
        rows={rows}
        error={error}
        getRowId={(customer) => customer.id}
        getRowName={(customer) => customer.name}
        rowHref={(customer) => `/finance/customers/${customer.id}`}
        {...(mayBulk && { selection: bulk })}
        isRowDimmed={(customer) => !customer.is_active}
        empty={
          isEmpty ? (
            <EmptyState icon={<IconUsers size={26} />} title={t('empty.title')} text={t('empty.text')} action={create} />
          ) : (
            <EmptyState title={t('empty.filteredTitle')} text={t('empty.filteredText')} />
          )
        }
      />
      <DirectoryBulkBar bulk={bulk} resource="customers" setActive={setCustomerActive} remove={deleteCustomer} />
    </>
  );
}

function useColumns(): DataTableColumn<Customer>[] {
  const { t } = useTranslation('customers');
  return useMemo(
    () => [
      { key: 'name', header: t('field.name'), width: 'minmax(12rem, 2fr)', isPrimary: true, cell: (customer) => customer.name },
      { key: 'city', header: t('field.city'), cell: (customer) => customer.city },
      { key: 'email', header: t('field.email'), width: 'minmax(10rem, 2fr)', cell: (customer) => customer.email, phone: 'hidden' },
      { key: 'phone', header: t('field.phone'), cell: (customer) => customer.phone, phone: 'hidden' },
      {
        key: 'state',
        header: t('field.state'),
        width: '7rem',
        align: 'end',
        cell: (customer) => (
          <>
            <SyncMark collection="customers" id={customer.id} />
            {!customer.is_active && <StatusBadge tone="gray">{t('status.inactive')}</StatusBadge>}
          </>
        ),
      },
    ],
    [t],
  );
}
