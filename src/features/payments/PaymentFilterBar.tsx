import { NativeSelect } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { activePaymentFilterCount, PAYMENT_SORTS, type PaymentFilter } from '#domain/payments/payment-filter.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payments/payment.ts';
import { EVERY_AMOUNT } from '#domain/shared/amount-range.ts';
import { FilterBar } from '#widgets/list/FilterBar.tsx';

type Props = { filter: PaymentFilter; onChange: (change: Partial<PaymentFilter>) => void };

/** What becomes of the rows does not draw it again. */
export const PaymentFilterBar = memo(FilterBarOfPayments);

function FilterBarOfPayments({ filter, onChange }: Props) {
  const { t } = useTranslation('payments');
  const { t: general } = useTranslation();
  const { currency, unrated, method } = filter;
  return (
    <FilterBar
      namespace="payments"
      filter={filter}
      onChange={onChange}
      sorts={PAYMENT_SORTS}
      headers={{ invoice: t('column.invoice'), customer: t('column.customer'), method: t('column.method') }}
      onSort={(sort) => onChange({ sort })}
      activeCount={activePaymentFilterCount(filter)}
      onClear={() => onChange({ method: null, from: null, to: null, ...EVERY_AMOUNT })}
      chips={[
        currency !== null && { key: 'currency', label: currency, onRemove: () => onChange({ currency: null }) },
        unrated !== null && { key: 'unrated', label: general('behind.unrated'), onRemove: () => onChange({ unrated: null }) },
      ]}
    >
      <NativeSelect
        label={t('field.method')}
        value={method ?? ''}
        onChange={(event) => onChange({ method: (event.currentTarget.value || null) as PaymentMethod | null })}
        data={[
          { value: '', label: t('filter.anyMethod') },
          ...PAYMENT_METHODS.map((each) => ({ value: each, label: t(`method.${each}`) })),
        ]}
      />
    </FilterBar>
  );
}
