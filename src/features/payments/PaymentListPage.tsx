import { Button } from '@mantine/core';
import { IconCash, IconPlus } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import type { JoinedPayment } from '#data/payments/payments.queries.ts';
import { usePaymentList } from '#data/payments/use-payments.ts';
import { can } from '#domain/access/access.ts';
import { EVERY_PAYMENT, paymentFilterFromParams, paymentFilterToParams, isPaymentListNarrowed } from '#domain/payments/payment-filter.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { DataTable } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { COLUMN_SORTS, listSortOf } from '#widgets/list/list-order.ts';
import { NothingMatches } from '#widgets/list/NothingMatches.tsx';
import { SearchingNote } from '#widgets/list/SearchingNote.tsx';
import { useAddressFilter } from '#widgets/list/use-address-filter.ts';
import { SavedFilters } from '#widgets/SavedFilters.tsx';
import { ChooseInvoiceDialog } from './ChooseInvoiceDialog.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import { PaymentFilterBar } from './PaymentFilterBar.tsx';
import { usePaymentColumns } from './use-payment-columns.tsx';

const ADDRESS = { read: paymentFilterFromParams, write: paymentFilterToParams };

export function PaymentListPage() {
  const { t } = useTranslation('payments');
  const { ctx } = useCompany();
  const format = useFormat();
  const [filter, setFilter] = useAddressFilter(ADDRESS);
  const list = usePaymentList(useDeferredValue(filter));
  const columns = usePaymentColumns();
  const [isChoosing, setChoosing] = useState(false);
  const [opened, setOpened] = useState<JoinedPayment | null>(null);
  const record = can(ctx.access, 'payments.create') && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setChoosing(true)}>
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
            {record}
          </>
        }
      />
      <PaymentFilterBar filter={filter} onChange={setFilter} />
      <DataTable
        label={t('title.list')}
        columns={columns}
        rows={isStillLooking ? undefined : list.rows}
        error={list.error}
        getRowId={({ payment }) => payment.id}
        getRowName={({ payment, invoice }) => `${invoice?.number ?? ''} ${format.money(payment.amount, payment.currency)}`}
        onRowOpen={setOpened}
        sort={COLUMN_SORTS[filter.sort]}
        onSort={(sort) => setFilter({ sort: listSortOf(sort) })}
        onEndReached={() => list.hasMore && list.loadMore()}
        empty={
          isPaymentListNarrowed(filter) ? (
            <NothingMatches namespace="payments" onClear={() => setFilter(EVERY_PAYMENT)} />
          ) : (
            <EmptyState icon={<IconCash size={26} />} title={t('empty.title')} text={t('empty.text')} action={record} />
          )
        }
      />
      <SearchingNote namespace="payments" isSearching={list.isSearching} />
      {isChoosing && <ChooseInvoiceDialog onClose={() => setChoosing(false)} />}
      {opened && <PaymentDialog key={opened.payment.id} joined={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
