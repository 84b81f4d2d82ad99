import { useCompany } from '#data/core/company-context.ts';
import { useDirectory } from '#data/directory/use-directory.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { JoinedPayment } from '#data/payments/payments.queries.ts';
import type { DataTableColumn } from '#ui/data-table-props.ts';
import { DateText } from '#ui/DateText.tsx';
import { NameCell } from '#ui/NameCell.tsx';
import { Money } from '#ui/Money.tsx';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { SyncMark } from '#widgets/SyncBadge.tsx';

export function usePaymentColumns(): DataTableColumn<JoinedPayment>[] {
  const { t } = useTranslation('payments');
  const { value: customers } = useDirectory('customers');
  const today = useCompany().ctx.today();
  return useMemo(
    () => [
      {
        key: 'date',
        header: t('column.date'),
        width: '6rem',
        isSortable: true,
        phone: 'meta',
        cell: ({ payment }) => <DateText day={payment.payment_date} sameYearAs={today} />,
      },
      {
        key: 'invoice',
        header: t('column.invoice'),
        width: 'minmax(8rem, 1.2fr)',
        isSortable: true,
        isPrimary: true,
        cell: ({ payment, invoice }) => (
          <NameCell name={invoice?.number ?? t('list.unknownInvoice')}>
            <SyncMark collection="payments" id={payment.id} />
          </NameCell>
        ),
      },
      {
        key: 'customer',
        header: t('column.customer'),
        isSortable: true,
        width: 'minmax(10rem, 2fr)',
        phone: 'rest',
        cell: ({ invoice }) => invoice?.buyer?.name ?? customers?.byId.get(invoice?.customer_id ?? '')?.name,
      },
      {
        key: 'method',
        header: t('column.method'),
        isSortable: true,
        width: 'minmax(8rem, 1fr)',
        phone: 'hidden',
        cell: ({ payment }) => t(`method.${payment.method}`),
      },
      // Spec §4: the status derived from a payment is always "paid"; how far its invoice is paid stands with the invoice.
      {
        key: 'status',
        header: t('column.status'),
        width: '6rem',
        phone: 'under',
        cell: () => <StatusBadge tone="green">{t('status.paid')}</StatusBadge>,
      },
      {
        key: 'reference',
        header: t('field.reference'),
        width: 'minmax(7rem, 1fr)',
        phone: 'hidden',
        isOptional: true,
        cell: ({ payment }) => payment.reference,
      },
      {
        key: 'amount',
        header: t('column.amount'),
        width: '8rem',
        align: 'end',
        isSortable: true,
        cell: ({ payment }) => <Money amount={payment.amount} currency={payment.currency} isStrong />,
      },
    ],
    [t, customers, today],
  );
}
