import { Checkbox } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { activeFilterCount, EXPENSE_SORTS, NO_CATEGORY, type ExpenseFilter } from '#domain/expenses/expense-filter.ts';
import { EXPENSE_STATUSES } from '#domain/expenses/expense.ts';
import { EVERY_AMOUNT } from '#domain/shared/amount-range.ts';
import { CategorySelect } from '#widgets/CategorySelect.tsx';
import { DirectorySelect } from '#widgets/DirectorySelect.tsx';
import { useRangeText } from '#widgets/FigureChips.tsx';
import { FilterBar, StateTabs } from '#widgets/list/FilterBar.tsx';
import { useMemberName } from '#widgets/MemberName.tsx';
import classes from './ExpenseListPage.module.css';

type Props = { filter: ExpenseFilter; onChange: (change: Partial<ExpenseFilter>) => void };

/** What becomes of the rows does not draw it again. */
export const ExpenseFilterBar = memo(FilterBarOfExpenses);

function FilterBarOfExpenses({ filter, onChange }: Props) {
  const { t } = useTranslation('expenses');
  const { status, categoryId, vendorId, customerId } = filter;
  return (
    <FilterBar
      namespace="expenses"
      filter={filter}
      onChange={onChange}
      sorts={EXPENSE_SORTS}
      headers={{ vendor: t('column.vendor'), category: t('column.category'), status: t('column.status') }}
      onSort={(sort) => onChange({ sort })}
      activeCount={activeFilterCount(filter)}
      onClear={() => onChange({ categoryId: null, vendorId: null, customerId: null, isMine: false, from: null, to: null, ...EVERY_AMOUNT })}
      tabs={
        <StateTabs
          label={t('filter.status')}
          all={t('filter.all')}
          states={EXPENSE_STATUSES}
          chosen={status}
          nameOf={(each) => t(`status.${each}`)}
          onChoose={(chosen) => onChange({ status: chosen })}
        />
      }
      chips={useChips({ filter, onChange })}
      last={
        <Checkbox
          className={classes.mine ?? ''}
          label={t('filter.mine')}
          checked={filter.isMine}
          onChange={(event) => onChange({ isMine: event.currentTarget.checked })}
        />
      }
    >
      <CategorySelect
        value={categoryId === NO_CATEGORY ? null : categoryId}
        onChange={(chosen) => onChange({ categoryId: chosen })}
        placeholder={t('filter.anyCategory')}
      />
      <DirectorySelect
        name="vendors"
        value={vendorId}
        onChange={(chosen) => onChange({ vendorId: chosen })}
        placeholder={t('filter.anyVendor')}
      />
      {customerId !== null && (
        <DirectorySelect name="customers" value={customerId} onChange={(chosen) => onChange({ customerId: chosen })} />
      )}
    </FilterBar>
  );
}

/** What came with a link from a figure. */
function useChips({ filter, onChange }: Props) {
  const { t } = useTranslation();
  const rangeText = useRangeText();
  const memberName = useMemberName();
  const { currency, unrated, createdBy, paidFrom, paidTo, isBooked, lacksReceipt, categoryId } = filter;
  const isPaid = paidFrom !== null || paidTo !== null;
  return [
    isBooked && { key: 'booked', label: t('behind.booked'), onRemove: () => onChange({ isBooked: false }) },
    lacksReceipt && { key: 'receipt', label: t('behind.noReceipt'), onRemove: () => onChange({ lacksReceipt: false }) },
    currency !== null && { key: 'currency', label: currency, onRemove: () => onChange({ currency: null }) },
    unrated !== null && { key: 'unrated', label: t('behind.unrated'), onRemove: () => onChange({ unrated: null }) },
    createdBy !== null && { key: 'by', label: memberName(createdBy), onRemove: () => onChange({ createdBy: null }) },
    categoryId === NO_CATEGORY && { key: 'none', label: t('behind.noCategory'), onRemove: () => onChange({ categoryId: null }) },
    isPaid && { key: 'paid', label: rangeText('paid', paidFrom, paidTo), onRemove: () => onChange({ paidFrom: null, paidTo: null }) },
  ];
}
