import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GrowingList } from '#data/core/use-growing-list.ts';
import { columnSortOf, type ListSort, listSortOf } from '#domain/shared/list-sort.ts';
import type { DataTableProps } from '#ui/data-table-props.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { SavedFilters } from '#widgets/SavedFilters.tsx';
import type { GrowingListTexts } from './growing-list-texts.ts';
import { ListFrame } from './ListFrame.tsx';
import { NothingMatches } from './NothingMatches.tsx';
import { SearchingNote } from './SearchingNote.tsx';

type Table<T> = Pick<DataTableProps<T>, 'columns' | 'getRowId' | 'getRowName' | 'rowHref' | 'onRowOpen' | 'isRowDimmed' | 'selection'>;
type Props<T, S extends ListSort> = {
  namespace: GrowingListTexts;
  list: GrowingList<T>;
  /** What all of it comes to. */
  total: ReactNode;
  table: Table<T>;
  sort: S;
  onSort: (sort: S) => void;
  filterBar: ReactNode;
  /** Whether the filter leaves anything out: then an empty list offers to take it away. */
  isNarrowed: boolean;
  onClear: () => void;
  /** What else the page's head offers. */
  actions?: ReactNode;
  /** Makes one more, where the person may. */
  create: ReactNode;
  icon: ReactNode;
  /** What stands below the table. */
  children?: ReactNode;
};

/** The page of a list of dated amounts that grows as it is scrolled: invoices, expenses, payments. */
export function GrowingListPage<T, S extends ListSort>({
  namespace,
  list,
  total,
  table,
  sort,
  onSort,
  isNarrowed,
  onClear,
  create,
  ...slots
}: Props<T, S>) {
  const { t } = useTranslation(namespace);
  const { rows, error, hasMore, loadMore, isSearching } = list;
  const isStillLooking = rows.length === 0 && (list.isFirstLoad || isSearching || list.isLoading);
  return (
    <ListFrame
      title={t('title.list')}
      actions={
        <>
          <SavedFilters />
          {slots.actions}
          {create}
        </>
      }
      toolbar={slots.filterBar}
      total={total}
      table={{
        ...table,
        rows: isStillLooking ? undefined : rows,
        error,
        sort: columnSortOf(sort),
        // The columns that sort are those that the filter knows.
        onSort: (asked) => onSort(listSortOf(asked) as S),
        onEndReached: () => hasMore && loadMore(),
        empty: isNarrowed ? (
          <NothingMatches namespace={namespace} onClear={onClear} />
        ) : (
          <EmptyState icon={slots.icon} title={t('empty.title')} text={t('empty.text')} action={create} />
        ),
      }}
    >
      {slots.children}
      <SearchingNote namespace={namespace} isSearching={isSearching} />
    </ListFrame>
  );
}
