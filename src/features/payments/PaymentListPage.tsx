import { Button } from '@mantine/core';
import { IconCash, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.tsx';
import type { JoinedPayment } from '#data/payments/payments.queries.ts';
import { usePaymentList } from '#data/payments/use-payments.ts';
import { can } from '#domain/access/access.ts';
import { EVERY_PAYMENT, isPaymentListNarrowed, type PaymentFilter, type PaymentSort } from '#domain/payments/payment-filter.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { DataTable, type Sort } from '#ui/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SavedFilters } from '#widgets/SavedFilters.tsx';
import { ChooseInvoiceDialog } from './ChooseInvoiceDialog.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import { PaymentFilterBar } from './PaymentFilterBar.tsx';
import classes from './PaymentListPage.module.css';
import { usePaymentColumns } from './use-payment-columns.tsx';
import { usePaymentFilter } from './use-payment-filter.ts';

const SORTS: Record<PaymentSort, Sort> = {
  newest: { key: 'date', direction: 'desc' },
  oldest: { key: 'date', direction: 'asc' },
  highest: { key: 'amount', direction: 'desc' },
  lowest: { key: 'amount', direction: 'asc' },
};

export function PaymentListPage() {
  const { t } = useTranslation('payments');
  const { ctx } = useCompany();
  const format = useFormat();
  const [filter, setFilter] = usePaymentFilter();
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
        sort={SORTS[filter.sort]}
        onSort={(sort) => setFilter({ sort: paymentSortOf(sort) })}
        onEndReached={() => list.hasMore && list.loadMore()}
        empty={<Empty filter={filter} record={record} onClear={() => setFilter(EVERY_PAYMENT)} />}
      />
      <p className={classes.end} role="status">
        {list.isSearching && t('list.searching')}
      </p>
      {isChoosing && <ChooseInvoiceDialog onClose={() => setChoosing(false)} />}
      {opened && <PaymentDialog key={opened.payment.id} joined={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function paymentSortOf({ key, direction }: Sort): PaymentSort {
  if (key === 'amount') return direction === 'asc' ? 'lowest' : 'highest';
  return direction === 'asc' ? 'oldest' : 'newest';
}

function Empty({ filter, record, onClear }: { filter: PaymentFilter; record: ReactNode; onClear: () => void }) {
  const { t } = useTranslation('payments');
  if (!isPaymentListNarrowed(filter))
    return <EmptyState icon={<IconCash size={26} />} title={t('empty.title')} text={t('empty.text')} action={record} />;
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
