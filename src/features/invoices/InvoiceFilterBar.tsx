import { NativeSelect } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { activeInvoiceFilterCount, INVOICE_SORTS, INVOICE_STATES, type InvoiceFilter } from '#domain/invoices/invoice-filter.ts';
import { EVERY_AMOUNT } from '#domain/shared/amount-range.ts';
import { DirectorySelect } from '#widgets/DirectorySelect.tsx';
import { useRangeText } from '#widgets/FigureChips.tsx';
import { FilterBar, StateTabs } from '#widgets/list/FilterBar.tsx';

type Props = { filter: InvoiceFilter; onChange: (change: Partial<InvoiceFilter>) => void };

/** What becomes of the rows does not draw it again. */
export const InvoiceFilterBar = memo(FilterBarOfInvoices);

function FilterBarOfInvoices({ filter, onChange }: Props) {
  const { t } = useTranslation('invoices');
  return (
    <FilterBar
      namespace="invoices"
      filter={filter}
      onChange={onChange}
      sorts={INVOICE_SORTS}
      headers={{ number: t('column.number'), customer: t('column.customer'), due: t('column.due'), status: t('column.status') }}
      onSort={(sort) => onChange({ sort })}
      activeCount={activeInvoiceFilterCount(filter)}
      onClear={() => onChange({ delivery: null, customerId: null, from: null, to: null, ...EVERY_AMOUNT })}
      tabs={
        <StateTabs
          label={t('filter.status')}
          all={t('filter.all')}
          states={INVOICE_STATES}
          chosen={filter.state}
          nameOf={(state) => t(`state.${state}`)}
          onChoose={(state) => onChange({ state })}
        />
      }
      chips={useChips({ filter, onChange })}
    >
      <DirectorySelect
        name="customers"
        value={filter.customerId}
        onChange={(customerId) => onChange({ customerId })}
        placeholder={t('filter.all')}
      />
      <NativeSelect
        label={t('filter.delivery')}
        value={filter.delivery ?? ''}
        onChange={(event) => onChange({ delivery: (event.currentTarget.value || null) as InvoiceFilter['delivery'] })}
        data={[
          { value: '', label: t('filter.anyDelivery') },
          ...(['not_sent', 'sent'] as const).map((delivery) => ({ value: delivery, label: t(`delivery.${delivery}`) })),
        ]}
      />
    </FilterBar>
  );
}

/** What came with a link from a figure. */
function useChips({ filter: { currency, unrated, dueFrom, dueTo, pointFrom, pointTo, isNumbered }, onChange }: Props) {
  const { t } = useTranslation();
  const rangeText = useRangeText();
  const isDue = dueFrom !== null || dueTo !== null;
  return [
    isNumbered && { key: 'numbered', label: t('behind.issued'), onRemove: () => onChange({ isNumbered: false }) },
    currency !== null && { key: 'currency', label: currency, onRemove: () => onChange({ currency: null }) },
    unrated !== null && { key: 'unrated', label: t('behind.unrated'), onRemove: () => onChange({ unrated: null }) },
    (pointFrom !== null || pointTo !== null) && {
      key: 'point',
      label: rangeText('point', pointFrom, pointTo),
      onRemove: () => onChange({ pointFrom: null, pointTo: null }),
    },
    isDue && { key: 'due', label: rangeText('due', dueFrom, dueTo), onRemove: () => onChange({ dueFrom: null, dueTo: null }) },
  ];
}
