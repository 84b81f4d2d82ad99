import { Button, NativeSelect } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { LIST_SORTS, type ListSort } from '#domain/shared/list-sort.ts';
import { DateInput } from '#ui/DateInput.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { type FigureChip, FigureChips } from '#widgets/FigureChips.tsx';
import classes from './FilterBar.module.css';
import type { GrowingListTexts } from './growing-list-texts.ts';

/** What every list of dated amounts is narrowed by. */
type Common = { readonly text: string; readonly sort: ListSort; readonly from: string | null; readonly to: string | null };
type Props = {
  namespace: GrowingListTexts;
  filter: Common;
  onChange: (change: Partial<Common>) => void;
  /** How many conditions of the panel are set. */
  activeCount: number;
  /** Clears the conditions of the panel. */
  onClear: () => void;
  /** The states as one row of choices. */
  tabs?: ReactNode;
  /** Conditions that have no control of their own. */
  chips: readonly (FigureChip | false)[];
  /** The controls of the panel before and after the days. */
  children: ReactNode;
  last?: ReactNode;
};

/** Search, order where the list is cards, states, and a panel with everything else, above a list of dated amounts. */
export function FilterBar({ tabs, chips, ...props }: Props) {
  const { t } = useTranslation(props.namespace);
  const { filter, onChange, activeCount: count } = props;
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
          onChange={(event) => onChange({ sort: event.currentTarget.value as ListSort })}
          data={LIST_SORTS.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
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
      {tabs}
      <FigureChips chips={chips} />
      <div id={panel} hidden={!isOpen}>
        {isOpen && <Panel {...props} />}
      </div>
    </div>
  );
}

function Panel({ namespace, filter: { from, to }, onChange, activeCount, onClear, children, last }: Omit<Props, 'tabs' | 'chips'>) {
  const { t } = useTranslation(namespace);
  const { ctx } = useCompany();
  const today = ctx.today();
  return (
    <div className={classes.panel}>
      {children}
      <DateInput label={t('filter.from')} value={from ?? ''} onChange={(day) => onChange({ from: day || null })} today={today} />
      <DateInput label={t('filter.to')} value={to ?? ''} onChange={(day) => onChange({ to: day || null })} today={today} />
      {last}
      {activeCount > 0 && (
        <Button className={classes.clear} variant="subtle" size="compact-md" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      )}
    </div>
  );
}

type TabsProps<S extends string> = {
  label: string;
  all: string;
  states: readonly S[];
  chosen: S | null;
  nameOf: (state: S) => string;
  onChoose: (state: S | null) => void;
};

/** The states that a list can be narrowed to, one at a time. */
export function StateTabs<S extends string>({ label, all, states, chosen, nameOf, onChoose }: TabsProps<S>) {
  return (
    <div className={classes.tabs} role="group" aria-label={label}>
      {[null, ...states].map((state) => (
        <button key={state ?? 'all'} type="button" className={classes.tab} aria-pressed={chosen === state} onClick={() => onChoose(state)}>
          {state === null ? all : nameOf(state)}
        </button>
      ))}
    </div>
  );
}
