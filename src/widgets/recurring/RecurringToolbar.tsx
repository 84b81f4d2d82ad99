import { useTranslation } from 'react-i18next';
import { RECURRING_SHOWS, RECURRING_SORTS, type RecurringFilter } from '#domain/recurring/recurring-list.ts';
import { ListToolbar } from '#widgets/list/ListToolbar.tsx';
import type { RecurringKind } from './recurring-kinds.ts';

type Props = { kind: RecurringKind; filter: RecurringFilter; onChange: (change: Partial<RecurringFilter>) => void };

/** Search, state and order above a list of what recurs. */
export function RecurringToolbar({ kind, filter, onChange }: Props) {
  const { t } = useTranslation('recurring');
  return (
    <ListToolbar
      hasManyShows
      filter={filter}
      onChange={onChange}
      searchLabel={t(`search.${kind}`)}
      shows={RECURRING_SHOWS.map((show) => ({ value: show, label: t(`filter.${show}`) }))}
      sortLabel={t('sort.label')}
      sorts={RECURRING_SORTS.map((sort) => ({ value: sort, label: t(`sort.${sort}`) }))}
    />
  );
}
