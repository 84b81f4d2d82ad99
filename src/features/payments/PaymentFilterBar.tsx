import { Button, NativeSelect } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.tsx';
import { activePaymentFilterCount, PAYMENT_SORTS, type PaymentFilter, type PaymentSort } from '#domain/payments/payment-filter.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payments/payment.ts';
import { DateInput } from '#ui/DateInput.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { FigureChips } from '#widgets/FigureChips.tsx';
import classes from './PaymentListPage.module.css';

type Props = { filter: PaymentFilter; onChange: (change: Partial<PaymentFilter>) => void };

export function PaymentFilterBar({ filter, onChange }: Props) {
  const { t } = useTranslation('payments');
  const count = activePaymentFilterCount(filter);
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
          onChange={(event) => onChange({ sort: event.currentTarget.value as PaymentSort })}
          data={PAYMENT_SORTS.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
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
      <FigureChips
        chips={[filter.currency !== null && { key: 'currency', label: filter.currency, onRemove: () => onChange({ currency: null }) }]}
      />
      <div id={panel} hidden={!isOpen}>
        {isOpen && <FilterPanel filter={filter} onChange={onChange} />}
      </div>
    </div>
  );
}

function FilterPanel({ filter, onChange }: Props) {
  const { t } = useTranslation('payments');
  const { ctx } = useCompany();
  return (
    <div className={classes.panel}>
      <NativeSelect
        label={t('field.method')}
        value={filter.method ?? ''}
        onChange={(event) => onChange({ method: (event.currentTarget.value || null) as PaymentMethod | null })}
        data={[
          { value: '', label: t('filter.anyMethod') },
          ...PAYMENT_METHODS.map((method) => ({ value: method, label: t(`method.${method}`) })),
        ]}
      />
      <DateInput
        label={t('filter.from')}
        value={filter.from ?? ''}
        onChange={(day) => onChange({ from: day || null })}
        today={ctx.today()}
      />
      <DateInput label={t('filter.to')} value={filter.to ?? ''} onChange={(day) => onChange({ to: day || null })} today={ctx.today()} />
      {activePaymentFilterCount(filter) > 0 && (
        <Button
          className={classes.clear}
          variant="subtle"
          size="compact-md"
          onClick={() => onChange({ method: null, from: null, to: null })}
        >
          {t('filter.clear')}
        </Button>
      )}
    </div>
  );
}
