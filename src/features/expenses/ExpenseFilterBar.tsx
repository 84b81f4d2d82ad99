import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.tsx';
import { activeFilterCount, EXPENSE_SORTS, NO_CATEGORY, type ExpenseFilter, type ExpenseSort } from '#domain/expenses/expense-filter.ts';
import { EXPENSE_STATUSES } from '#domain/expenses/expense.ts';
import { DateInput } from '#ui/DateInput.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { CategorySelect } from '#widgets/CategorySelect.tsx';
import { CustomerSelect } from '#widgets/CustomerSelect.tsx';
import { FigureChips, useRangeText } from '#widgets/FigureChips.tsx';
import { useMemberName } from '#widgets/MemberName.tsx';
import { VendorSelect } from '#widgets/VendorSelect.tsx';
import classes from './ExpenseFilterBar.module.css';

type Props = { filter: ExpenseFilter; onChange: (change: Partial<ExpenseFilter>) => void };

export function ExpenseFilterBar({ filter, onChange }: Props) {
  const { t } = useTranslation('expenses');
  const count = activeFilterCount(filter);
  const [isOpen, setOpen] = useState(count > 0);
  const panel = useId();
  return (
    <div className={classes.bar} role="search">
      <div className={classes.line}>
        <SearchField className={classes.search} label={t('search')} text={filter.text} onChange={(text) => onChange({ text })} />
        <NativeSelect
          className={classes.sort}
          aria-label={t('sort.label')}
          value={filter.sort}
          onChange={(event) => onChange({ sort: event.currentTarget.value as ExpenseSort })}
          data={EXPENSE_SORTS.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
        />
        <Button
          variant={count > 0 ? 'light' : 'default'}
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          {count > 0 ? t('filter.labelActive', { count }) : t('filter.label')}
        </Button>
      </div>
      <StatusTabs filter={filter} onChange={onChange} />
      <BehindFigure filter={filter} onChange={onChange} />
      <div id={panel} hidden={!isOpen}>
        {isOpen && <FilterPanel filter={filter} onChange={onChange} />}
      </div>
    </div>
  );
}

function BehindFigure({ filter, onChange }: Props) {
  const { t } = useTranslation();
  const rangeText = useRangeText();
  const memberName = useMemberName();
  const { currency, createdBy, paidFrom, paidTo, isBooked, categoryId } = filter;
  const isPaid = paidFrom !== null || paidTo !== null;
  return (
    <FigureChips
      chips={[
        isBooked && { key: 'booked', label: t('behind.booked'), onRemove: () => onChange({ isBooked: false }) },
        currency !== null && { key: 'currency', label: currency, onRemove: () => onChange({ currency: null }) },
        createdBy !== null && { key: 'by', label: memberName(createdBy), onRemove: () => onChange({ createdBy: null }) },
        categoryId === NO_CATEGORY && { key: 'none', label: t('behind.noCategory'), onRemove: () => onChange({ categoryId: null }) },
        isPaid && { key: 'paid', label: rangeText('paid', paidFrom, paidTo), onRemove: () => onChange({ paidFrom: null, paidTo: null }) },
      ]}
    />
  );
}

function StatusTabs({ filter, onChange }: Props) {
  const { t } = useTranslation('expenses');
  return (
    <div className={classes.tabs} role="group" aria-label={t('filter.status')}>
      {[null, ...EXPENSE_STATUSES].map((status) => (
        <button
          key={status ?? 'all'}
          type="button"
          className={classes.tab}
          aria-pressed={filter.status === status}
          onClick={() => onChange({ status })}
        >
          {status === null ? t('filter.all') : t(`status.${status}`)}
        </button>
      ))}
    </div>
  );
}

function FilterPanel({ filter, onChange }: Props) {
  const { t } = useTranslation('expenses');
  const { ctx } = useCompany();
  return (
    <div className={classes.panel}>
      <CategorySelect
        value={filter.categoryId === NO_CATEGORY ? null : filter.categoryId}
        onChange={(categoryId) => onChange({ categoryId })}
        placeholder={t('filter.anyCategory')}
      />
      <VendorSelect
        value={filter.vendorId}
        onChange={(vendorId) => onChange({ vendorId })}
        placeholder={t('filter.anyVendor')}
        isCreatable={false}
      />
      {filter.customerId !== null && <CustomerSelect value={filter.customerId} onChange={(customerId) => onChange({ customerId })} />}
      <DateInput
        label={t('filter.from')}
        value={filter.from ?? ''}
        onChange={(day) => onChange({ from: day || null })}
        today={ctx.today()}
      />
      <DateInput label={t('filter.to')} value={filter.to ?? ''} onChange={(day) => onChange({ to: day || null })} today={ctx.today()} />
      <Checkbox
        className={classes.mine}
        label={t('filter.mine')}
        checked={filter.isMine}
        onChange={(event) => onChange({ isMine: event.currentTarget.checked })}
      />
      {activeFilterCount(filter) > 0 && (
        <Button
          className={classes.clear}
          variant="subtle"
          size="compact-md"
          onClick={() => onChange({ categoryId: null, vendorId: null, customerId: null, isMine: false, from: null, to: null })}
        >
          {t('filter.clear')}
        </Button>
      )}
    </div>
  );
}
