import { Button } from '@mantine/core';
import { IconBox, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useCompany } from '#data/core/company-context.ts';
import { filterDirectory } from '#data/core/directory.ts';
import { useProductCommands } from '#data/invoice-products/use-product-commands.ts';
import { useProducts } from '#data/invoice-products/use-products.ts';
import { can } from '#domain/access/access.ts';
import type { InvoiceProduct } from '#domain/products/product.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { DataTable, type DataTableColumn } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { CsvMenu } from '#widgets/CsvMenu.tsx';
import { DirectoryBulkBar, useMayBulk } from '#widgets/DirectoryBulkBar.tsx';
import { DirectoryToolbar } from '#widgets/DirectoryToolbar.tsx';
import { SyncMark } from '#widgets/SyncBadge.tsx';
import { useUnitWord } from '#widgets/UnitInput.tsx';
import { useBulk } from '#widgets/use-bulk.ts';
import { useDirectoryFilter } from '#widgets/use-directory-filter.ts';
import classes from './ProductListPage.module.css';

export function ProductListPage() {
  const { t } = useTranslation('products');
  const { ctx } = useCompany();
  const { value: products, error } = useProducts();
  const [filter, setFilter] = useDirectoryFilter();
  const { text, show, sort } = filter;
  const rows = useMemo(() => products && filterDirectory(products, { text, show, sort }), [products, text, show, sort]);
  const columns = useColumns();
  const bulk = useBulk('invoice_products', filter, rows);
  const mayBulk = useMayBulk('products');
  const { setProductActive, deleteProduct } = useProductCommands();
  const create = can(ctx.access, 'products.create') && (
    <Button component={Link} to="/finance/products/create" leftSection={<IconPlus size={18} aria-hidden />}>
      {t('new')}
    </Button>
  );
  const isEmpty = products?.entries.length === 0;
  return (
    <>
      <PageHeader
        title={t('title.list')}
        actions={
          <>
            <CsvMenu kind="products" rows={rows} />
            {create}
          </>
        }
      />
      {!isEmpty && <DirectoryToolbar namespace="products" sorts={['name', 'newest']} filter={filter} onChange={setFilter} />}
      <DataTable
        label={t('title.list')}
        columns={columns}
        rows={rows}
        error={error}
        getRowId={(product) => product.id}
        getRowName={(product) => product.name}
        rowHref={(product) => `/finance/products/${product.id}`}
        {...(mayBulk && { selection: bulk })}
        isRowDimmed={(product) => !product.is_active}
        empty={
          isEmpty ? (
            <EmptyState icon={<IconBox size={26} />} title={t('empty.title')} text={t('empty.text')} action={create} />
          ) : (
            <EmptyState title={t('empty.filteredTitle')} text={t('empty.filteredText')} />
          )
        }
      />
      <DirectoryBulkBar bulk={bulk} resource="products" setActive={setProductActive} remove={deleteProduct} />
    </>
  );
}

function useColumns(): DataTableColumn<InvoiceProduct>[] {
  const { t } = useTranslation('products');
  const format = useFormat();
  const unitWord = useUnitWord();
  return useMemo(
    () => [
      {
        key: 'name',
        header: t('field.name'),
        width: 'minmax(14rem, 3fr)',
        isPrimary: true,
        cell: (product) => (
          <span className={classes.what}>
            <span className={classes.name}>{product.name}</span>
            {product.description && <span className={classes.detail}>{product.description}</span>}
            <SyncMark collection="invoice_products" id={product.id} />
          </span>
        ),
      },
      { key: 'unit', header: t('field.unit'), cell: (product) => unitWord(product.unit) },
      {
        key: 'tax_rate',
        header: t('field.tax_rate'),
        width: '7rem',
        align: 'end',
        phone: 'meta',
        cell: ({ tax_rate: rate }) => format.percent(rate),
      },
      {
        key: 'unit_price',
        header: t('field.unit_price'),
        width: '9rem',
        align: 'end',
        cell: (product) => <span className={classes.price}>{format.price(product.unit_price, product.currency)}</span>,
      },
      {
        key: 'state',
        header: t('field.state'),
        width: '6rem',
        align: 'end',
        phone: 'meta',
        cell: (product) => !product.is_active && <StatusBadge tone="gray">{t('status.inactive')}</StatusBadge>,
      },
    ],
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the unit's words change with the language, as `t` does
    [t, format],
  );
}
