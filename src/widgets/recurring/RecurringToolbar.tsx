import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RECURRING_SHOWS, RECURRING_SORTS, type RecurringFilter, type RecurringSort } from '#domain/recurring/recurring-list.ts';
import { SearchField } from '#ui/SearchField.tsx';
import classes from './RecurringToolbar.module.css';
import type { RecurringKind } from './recurring-kinds.ts';

type Props = { kind: RecurringKind; filter: RecurringFilter; onChange: (change: Partial<RecurringFilter>) => void };

/** Search, state and order above a list of what recurs. */
export function RecurringToolbar({ kind, filter, onChange }: Props) {
  const { t } = useTranslation('recurring');
  return (
    <div className={classes.bar} role="search">
      <SearchField className={classes.search} label={t(`search.${kind}`)} text={filter.text} onChange={(text) => onChange({ text })} />
      <div className={classes.shows}>
        <SegmentedControl
          value={filter.show}
          onChange={(show) => onChange({ show: show as RecurringFilter['show'] })}
          data={RECURRING_SHOWS.map((show) => ({ value: show, label: t(`filter.${show}`) }))}
        />
      </div>
      <NativeSelect
        aria-label={t('sort.label')}
        value={filter.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value as RecurringSort })}
        data={RECURRING_SORTS.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
      />
    </div>
  );
}
