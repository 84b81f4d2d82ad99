import { Button, NativeSelect } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { booksCurrency } from '#domain/companies/company-settings.ts';
import type { AmountRange } from '#domain/shared/amount-range.ts';
import type { ListSort } from '#domain/shared/list-sort.ts';
import { DateInput } from '#ui/DateInput.tsx';
import { MoneyInput } from '#ui/MoneyInput.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import { type FigureChip, FigureChips } from '#widgets/FigureChips.tsx';
import classes from './FilterBar.module.css';
import type { GrowingListTexts } from './growing-list-texts.ts';
import { useSortWords } from './use-sort-words.ts';

/** What every list of dated amounts is narrowed by. */
type Common = AmountRange & { readonly text: string; readonly from: string | null; readonly to: string | null };
type Props<S extends ListSort> = {
  namespace: GrowingListTexts;
  filter: Common & { readonly sort: S };
  /** The orders that the list has. */
  sorts: readonly S[];
  onSort: (sort: S) => void;
  /** The columns that sort, beside day and amount, as the table's head calls them. */
  headers: Readonly<Record<string, string>>;
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
export function FilterBar<S extends ListSort>({ tabs, chips, sorts, onSort, ...props }: Props<S>) {
  const { t } = useTranslation(props.namespace);
  const { filter, onChange, activeCount: count } = props;
  const sortWords = useSortWords(props.namespace, props.headers);
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
          onChange={(event) => onSort(event.currentTarget.value as S)}
          data={sorts.map((sort) => ({ value: sort, label: sortWords(sort) }))}
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

type PanelProps = Omit<Props<ListSort>, 'tabs' | 'chips' | 'filter' | 'sorts' | 'onSort' | 'headers'> & { filter: Common };

function Panel({ namespace, filter: { from, to, amountFrom, amountTo }, onChange, activeCount, onClear, children, last }: PanelProps) {
  const { t } = useTranslation(namespace);
  const { t: lists } = useTranslation('lists');
  const { ctx, company } = useCompany();
  const currency = booksCurrency(company.settings);
  const today = ctx.today();
  return (
    <div className={classes.panel}>
      {children}
      <div className={classes.pair}>
        <DateInput label={t('filter.from')} value={from ?? ''} onChange={(day) => onChange({ from: day || null })} today={today} />
        <DateInput label={t('filter.to')} value={to ?? ''} onChange={(day) => onChange({ to: day || null })} today={today} />
      </div>
      <div className={classes.pair}>
        <MoneyInput
          hasCurrency={false}
          currency={currency}
          label={lists('amount.from')}
          value={amountFrom}
          onChange={(amount) => onChange({ amountFrom: amount })}
        />
        <MoneyInput
          hasCurrency={false}
          currency={currency}
          label={lists('amount.to')}
          value={amountTo}
          onChange={(amount) => onChange({ amountTo: amount })}
        />
      </div>
      {(last || activeCount > 0) && (
        <div className={classes.end}>
          {last}
          {activeCount > 0 && (
            <Button className={classes.clear} variant="subtle" size="compact-md" onClick={onClear}>
              {t('filter.clear')}
            </Button>
          )}
        </div>
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
