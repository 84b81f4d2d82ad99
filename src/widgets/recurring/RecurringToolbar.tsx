import { useTranslation } from 'react-i18next';
import { RECURRING_SHOWS, RECURRING_SORTS, type RecurringFilter, type RecurringSort } from '#domain/recurring/recurring-list.ts';
import { ListToolbar } from '#widgets/list/ListToolbar.tsx';
import type { RecurringKind } from './recurring-kinds.ts';

type Props = {
  columns: readonly { readonly key: string; readonly header: string }[];
  kind: RecurringKind;
  filter: RecurringFilter;
  onChange: (change: Partial<RecurringFilter>) => void;
};

/** Search, state and order above a list of what recurs. */
export function RecurringToolbar({ kind, columns, filter, onChange }: Props) {
  const { t } = useTranslation('recurring');
  const { t: tLists } = useTranslation('lists');
  const headers = new Map(columns.map(({ key, header }) => [key, header]));
  const sorts = RECURRING_SORTS.flatMap((sort): { value: RecurringSort; label: string }[] => {
    if (sort === 'newest' || sort === 'next' || sort === 'name') return [{ value: sort, label: t(`sort.${sort}`) }];
    const header = headers.get(sort.replace(/^-/, ''));
    return header ? [{ value: sort, label: sort.startsWith('-') ? tLists('descending', { column: header }) : header }] : [];
  });
  return (
    <ListToolbar
      hasManyShows
      filter={filter}
      onChange={onChange}
      searchLabel={t(`search.${kind}`)}
      shows={RECURRING_SHOWS.map((show) => ({ value: show, label: t(`filter.${show}`) }))}
      sortLabel={t('sort.label')}
      sorts={sorts}
    />
  );
}
