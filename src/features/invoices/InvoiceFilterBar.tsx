import { Button, NativeSelect } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.tsx';
import {
  activeInvoiceFilterCount,
  INVOICE_SORTS,
  INVOICE_STATES,
  type InvoiceFilter,
  type InvoiceSort,
} from '#domain/invoices/invoice-filter.ts';
import { DateInput } from '#ui/DateInput.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { CustomerSelect } from '#widgets/CustomerSelect.tsx';
import { FigureChips, useRangeText } from '#widgets/FigureChips.tsx';
import classes from './InvoiceFilterBar.module.css';

type Props = { filter: InvoiceFilter; onChange: (change: Partial<InvoiceFilter>) => void };

export function InvoiceFilterBar({ filter, onChange }: Props) {
  const { t } = useTranslation('invoices');
  const count = activeInvoiceFilterCount(filter);
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
          onChange={(event) => onChange({ sort: event.currentTarget.value as InvoiceSort })}
          data={INVOICE_SORTS.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
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
      <StateTabs filter={filter} onChange={onChange} />
      <BehindFigure filter={filter} onChange={onChange} />
      <div id={panel} hidden={!isOpen}>
        {isOpen && <FilterPanel filter={filter} onChange={onChange} />}
      </div>
    </div>
  );
}

function BehindFigure({ filter: { currency, dueFrom, dueTo, isNumbered }, onChange }: Props) {
  const { t } = useTranslation();
  const rangeText = useRangeText();
  const isDue = dueFrom !== null || dueTo !== null;
  return (
    <FigureChips
      chips={[
        isNumbered && { key: 'numbered', label: t('behind.issued'), onRemove: () => onChange({ isNumbered: false }) },
        currency !== null && { key: 'currency', label: currency, onRemove: () => onChange({ currency: null }) },
        isDue && { key: 'due', label: rangeText('due', dueFrom, dueTo), onRemove: () => onChange({ dueFrom: null, dueTo: null }) },
      ]}
    />
  );
}

function StateTabs({ filter, onChange }: Props) {
  const { t } = useTranslation('invoices');
  return (
    <div className={classes.tabs} role="group" aria-label={t('filter.status')}>
      {[null, ...INVOICE_STATES].map((state) => (
        <button
          key={state ?? 'all'}
          type="button"
          className={classes.tab}
          aria-pressed={filter.state === state}
          onClick={() => onChange({ state })}
        >
          {state === null ? t('filter.all') : t(`state.${state}`)}
        </button>
      ))}
    </div>
  );
}

function FilterPanel({ filter, onChange }: Props) {
  const { t } = useTranslation('invoices');
  const { ctx } = useCompany();
  return (
    <div className={classes.panel}>
      <CustomerSelect value={filter.customerId} onChange={(customerId) => onChange({ customerId })} placeholder={t('filter.all')} />
      <NativeSelect
        label={t('filter.delivery')}
        value={filter.delivery ?? ''}
        onChange={(event) => onChange({ delivery: (event.currentTarget.value || null) as InvoiceFilter['delivery'] })}
        data={[
          { value: '', label: t('filter.anyDelivery') },
          ...(['not_sent', 'sent'] as const).map((delivery) => ({ value: delivery, label: t(`delivery.${delivery}`) })),
        ]}
      />
      <DateInput
        label={t('filter.from')}
        value={filter.from ?? ''}
        onChange={(day) => onChange({ from: day || null })}
        today={ctx.today()}
      />
      <DateInput label={t('filter.to')} value={filter.to ?? ''} onChange={(day) => onChange({ to: day || null })} today={ctx.today()} />
      {activeInvoiceFilterCount(filter) > 0 && (
        <Button
          className={classes.clear}
          variant="subtle"
          size="compact-md"
          onClick={() => onChange({ delivery: null, customerId: null, from: null, to: null })}
        >
          {t('filter.clear')}
        </Button>
      )}
    </div>
  );
}
