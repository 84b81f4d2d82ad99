import { Button } from '@mantine/core';
import { IconCash, IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import type { JoinedPayment } from '#data/payments/payments.queries.ts';
import { usePaymentTotal } from '#data/list-totals/use-list-total.ts';
import { usePaymentList } from '#data/payments/use-payments.ts';
import { can } from '#domain/access/access.ts';
import {
  EVERY_PAYMENT,
  type PaymentFilter,
  paymentFilterFromParams,
  paymentFilterToParams,
  isPaymentListNarrowed,
} from '#domain/payments/payment-filter.ts';
import { useFormat } from '#platform/i18n/use-format.ts';
import { useAddress } from '#widgets/use-address.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { BulkBar } from '#widgets/BulkBar.tsx';
import { GrowingListPage } from '#widgets/list/GrowingListPage.tsx';
import { ListTotalNote } from '#widgets/list/ListTotalNote.tsx';
import { useAddressFilter } from '#widgets/list/use-address-filter.ts';
import { useSummedFilter } from '#widgets/list/use-summed-filter.ts';
import { useKeptSort } from '#widgets/list/use-kept-sort.ts';
import { useBulk } from '#widgets/use-bulk.ts';
import { ChooseInvoiceDialog } from './ChooseInvoiceDialog.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import { PaymentFilterBar } from './PaymentFilterBar.tsx';
import { usePaymentColumns } from './use-payment-columns.tsx';

const ADDRESS = { read: paymentFilterFromParams, write: paymentFilterToParams };

const amountOf = ({ amount, currency }: Payment) => ({ amount, currency });

export function PaymentListPage() {
  const { t } = useTranslation('payments');
  const { ctx } = useCompany();
  const format = useFormat();
  const [filter, setFilter] = useKeptSort(useAddressFilter(ADDRESS), EVERY_PAYMENT.sort);
  const list = usePaymentList(filter);
  const rows = useMemo(() => list.rows.map(({ payment }) => payment), [list.rows]);
  const nameOf = ({ amount, currency }: Payment) => format.money(amount, currency);
  const bulk = useBulk('payments', filter, { rows, isLoading: list.isLoading, nameOf });
  const columns = usePaymentColumns();
  const [isChoosing, setChoosing] = useState(false);
  const [opened, setOpened] = useState<JoinedPayment | null>(null);
  useAskedToRecord(can(ctx.access, 'payments.create'), () => setChoosing(true));
  const record = can(ctx.access, 'payments.create') && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setChoosing(true)}>
      {t('new')}
    </Button>
  );
  return (
    <GrowingListPage
      namespace="payments"
      icon={<IconCash size={26} />}
      create={record}
      filterBar={<PaymentFilterBar filter={filter} onChange={setFilter} />}
      isNarrowed={isPaymentListNarrowed(filter)}
      onClear={() => setFilter({ ...EVERY_PAYMENT, sort: filter.sort })}
      sort={filter.sort}
      onSort={(sort) => setFilter({ sort })}
      list={list}
      total={<Total asked={filter} isLoading={list.isLoading} />}
      table={{
        columns,
        getRowId: ({ payment }) => payment.id,
        getRowName: ({ payment, invoice }) => `${invoice?.number ?? ''} ${format.money(payment.amount, payment.currency)}`,
        onRowOpen: setOpened,
        selection: bulk,
      }}
    >
      <BulkBar bulk={bulk} amountOf={amountOf} />
      {isChoosing && <ChooseInvoiceDialog onClose={() => setChoosing(false)} />}
      {opened && <PaymentDialog key={opened.payment.id} joined={opened} onClose={() => setOpened(null)} />}
    </GrowingListPage>
  );
}

/** `?new=1`: somebody comes to record a payment. A reload shall not ask again. */
function useAskedToRecord(isAllowed: boolean, ask: () => void): void {
  const [params, setAddress] = useAddress();
  const isAsked = params.has('new');
  useEffect(() => {
    if (!isAsked) return;
    setAddress((now) => {
      now.delete('new');
      return now;
    });
    if (isAllowed) ask();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per arrival
  }, [isAsked]);
}

/** Follows the sums by itself: what they come to draws no list again. */
function Total({ asked, isLoading }: { asked: PaymentFilter; isLoading: boolean }) {
  return <ListTotalNote total={usePaymentTotal(useSummedFilter(asked, { isLoading }))} />;
}
