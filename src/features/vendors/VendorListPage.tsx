import { Button } from '@mantine/core';
import { IconBuildingStore, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { filterDirectory } from '#data/core/directory.ts';
import { useVendorCommands } from '#data/vendors/use-vendor-commands.ts';
import { useVendors } from '#data/vendors/use-vendors.ts';
import { can } from '#domain/access/access.ts';
import type { Vendor } from '#domain/vendors/vendor.ts';
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

export function VendorListPage() {
  const { t } = useTranslation('vendors');
  const { ctx } = useCompany();
  const { value: vendors, error } = useVendors();
  const [filter, setFilter] = useDirectoryFilter();
  const { text, show, sort } = filter;
  const rows = useMemo(() => vendors && filterDirectory(vendors, { text, show, sort }), [vendors, text, show, sort]);
  const columns = useColumns();
  const bulk = useBulk('vendors', filter, rows);
  const mayBulk = useMayBulk('vendors');
  const { setVendorActive, deleteVendor } = useVendorCommands();
  const create = can(ctx.access, 'vendors.create') && (
    <Button component={Link} to="/finance/vendors/create" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('new')}
    </Button>
  );
  const isEmpty = vendors?.entries.length === 0;
  return (
    <>
      <PageHeader
        title={t('title.list')}
        actions={
          <>
            <CsvMenu kind="vendors" rows={rows} />
            {create}
          </>
        }
      />
      {!isEmpty && <DirectoryToolbar namespace="vendors" filter={filter} onChange={setFilter} />}
      <DataTable
        label={t('title.list')}
        columns={columns}
        rows={rows}
        error={error}
        getRowId={(vendor) => vendor.id}
        getRowName={(vendor) => vendor.name}
        rowHref={(vendor) => `/finance/vendors/${vendor.id}`}
        {...(mayBulk && { selection: bulk })}
        isRowDimmed={(vendor) => !vendor.is_active}
        empty={
          isEmpty ? (
            <EmptyState icon={<IconBuildingStore size={26} />} title={t('empty.title')} text={t('empty.text')} action={create} />
          ) : (
            <EmptyState title={t('empty.filteredTitle')} text={t('empty.filteredText')} />
          )
        }
      />
      <DirectoryBulkBar bulk={bulk} resource="vendors" setActive={setVendorActive} remove={deleteVendor} />
    </>
  );
}

function useColumns(): DataTableColumn<Vendor>[] {
  const { t } = useTranslation('vendors');
  return useMemo(
    () => [
      { key: 'name', header: t('field.name'), width: 'minmax(12rem, 2fr)', isPrimary: true, cell: (vendor) => vendor.name },
      { key: 'city', header: t('field.city'), cell: (vendor) => vendor.city },
      { key: 'email', header: t('field.email'), width: 'minmax(10rem, 2fr)', cell: (vendor) => vendor.email, phone: 'hidden' },
      { key: 'phone', header: t('field.phone'), cell: (vendor) => vendor.phone, phone: 'hidden' },
      {
        key: 'state',
        header: t('field.state'),
        width: '7rem',
        align: 'end',
        cell: (vendor) => (
          <>
            <SyncMark collection="vendors" id={vendor.id} />
            {!vendor.is_active && <StatusBadge tone="gray">{t('status.inactive')}</StatusBadge>}
          </>
        ),
      },
    ],
    [t],
  );
}
