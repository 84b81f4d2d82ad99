import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import { can } from '#domain/access/access.ts';
import { UPCOMING_DAYS } from '#domain/recurring/recurrence.ts';
import {
  EVERY_RECURRING,
  filterRecurring,
  recurringState,
  type Recurring,
  type RecurringFilter,
  type RecurringSort,
} from '#domain/recurring/recurring-list.ts';
import type { DataTableColumn } from '#ui/data-table-props.ts';
import { DateText } from '#ui/DateText.tsx';
import { NameCell } from '#ui/NameCell.tsx';
import { Money } from '#ui/Money.tsx';
import { memorySortFor, memorySortOf } from '#widgets/list/memory-sort.ts';
import { useKeptSort } from '#widgets/list/use-kept-sort.ts';
import { ListFrame } from '#widgets/list/ListFrame.tsx';
import { NewRecordButton } from '#widgets/list/NewRecordButton.tsx';
import { SyncMark } from '#widgets/SyncBadge.tsx';
import { RECURRING_KINDS, type RecurringKind } from './recurring-kinds.ts';
import { RecurringEmpty } from './RecurringEmpty.tsx';
import { type ExportedSeries, RecurringExport } from './RecurringExport.tsx';
import { RecurringMark } from './RecurringMark.tsx';
import { RecurringToolbar } from './RecurringToolbar.tsx';
import { useRecurringFilter } from './use-recurring-filter.ts';
import { useScheduleWords } from './use-schedule-words.ts';

type Listed = Recurring & ExportedSeries['item'];
/** What a list says about a series. */
export type SeriesWords = {
  /** Undefined while nothing names it. */
  readonly title: string | undefined;
  /** What stands behind the title. */
  readonly more?: string;
  /** What the order by name goes by. */
  readonly name: string;
  /** Everything a search looks at. */
  readonly searched: string;
  /** In the exported file. */
  readonly what: string;
  readonly partner: string;
  readonly category?: string;
  readonly amount: number;
};
type Props<T> = {
  kind: RecurringKind;
  /** Undefined until all that the words need is there. */
  items: readonly T[] | undefined;
  error: unknown;
  /** The same function as long as it says the same. */
  wordsOf: (item: T) => SeriesWords;
  /** What only this kind shows; the same as long as it shows the same. */
  column: DataTableColumn<T>;
};

/** The list of all series of a kind: searched, narrowed, in an order, and as a file. */
export function RecurringList<T extends Listed>({ kind, items, error, wordsOf, column }: Props<T>) {
  const { t } = useTranslation('recurring');
  const { ctx } = useCompany();
  const [filter, setFilter] = useKeptSort(useRecurringFilter(), EVERY_RECURRING.sort);
  const { collection, list } = RECURRING_KINDS[kind];
  const rows = useRows({ kind, items, wordsOf }, filter);
  const columns = useColumns({ kind, wordsOf, column });
  const create = can(ctx.access, `${collection}.create`) && <NewRecordButton to={`${list}/create`}>{t(`new.${kind}`)}</NewRecordButton>;
  const isEmpty = items?.length === 0;
  return (
    <ListFrame
      title={t(`title.${kind}`)}
      actions={
        <>
          <RecurringExport kind={kind} count={rows?.length ?? 0} series={() => (rows ?? []).map((item) => ({ item, ...wordsOf(item) }))} />
          {create}
        </>
      }
      toolbar={!isEmpty && <RecurringToolbar kind={kind} columns={columns} filter={filter} onChange={setFilter} />}
      table={{
        columns,
        rows,
        error,
        sort: memorySortOf(filter.sort),
        onSort: (asked) => setFilter({ sort: memorySortFor(asked) as RecurringSort }),
        getRowId: (item) => item.id,
        rowHref: (item) => `${list}/${item.id}`,
        isRowDimmed: (item) => !item.is_active,
        empty: (
          <RecurringEmpty kind={kind} isEmpty={isEmpty} create={create} onClear={() => setFilter({ ...EVERY_RECURRING, show: 'all' })} />
        ),
      }}
    />
  );
}

function useRows<T extends Listed>({ kind, items, wordsOf }: Pick<Props<T>, 'kind' | 'items' | 'wordsOf'>, filter: RecurringFilter) {
  const { ctx } = useCompany();
  const shown = useDeferredValue(filter);
  const identity = JSON.stringify(shown);
  const today = ctx.today();
  return useMemo(
    () =>
      items &&
      filterRecurring(items, shown, {
        today,
        days: UPCOMING_DAYS[RECURRING_KINDS[kind].collection],
        shownOf: (item, column) => {
          const words = wordsOf(item);
          return { amount: words.amount, partner: words.partner, category: words.category ?? '' }[column as 'amount'] ?? words.name;
        },
        textOf: (item) => wordsOf(item).searched,
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- an equal filter is the same filter
    [kind, items, wordsOf, identity, today],
  );
}

function useColumns<T extends Listed>({ kind, wordsOf, column }: Pick<Props<T>, 'kind' | 'wordsOf' | 'column'>): DataTableColumn<T>[] {
  const { t } = useTranslation('recurring');
  const words = useScheduleWords();
  const { collection } = RECURRING_KINDS[kind];
  const { ctx } = useCompany();
  const today = ctx.today();
  const isDueNow = (item: T) => recurringState(item, { today, days: UPCOMING_DAYS[collection] }) === 'due';
  const what = (item: T) => {
    const { title, more } = wordsOf(item);
    return (
      <NameCell isNeeded name={title ?? t('untitled')} detail={more}>
        <SyncMark collection={collection} id={item.id} />
      </NameCell>
    );
  };
  return useMemo(
    () => [
      { key: 'name', header: t('column.what'), width: 'minmax(14rem, 3fr)', isSortable: true, isPrimary: true, cell: what },
      column,
      {
        key: 'interval',
        isSortable: true,
        header: t('column.interval'),
        width: '6.75rem',
        phone: 'meta',
        cell: (item) => words.interval(item.interval),
      },
      {
        key: 'next',
        isSortable: true,
        header: t('column.next'),
        width: '6.5rem',
        phone: 'meta',
        cell: (item) => (
          // A card says it in its state: “Due since …”.
          <span data-only-in-tables={isDueNow(item) || undefined}>
            <DateText day={item.next_generation} />
          </span>
        ),
      },
      {
        key: 'state',
        isSortable: true,
        header: t('column.state'),
        width: '11rem',
        phone: 'under',
        cell: (item) => <RecurringMark collection={collection} item={item} />,
      },
      {
        key: 'amount',
        isSortable: true,
        header: t('column.amount'),
        width: '7.5rem',
        align: 'end',
        cell: (item) => <Money amount={wordsOf(item).amount} currency={item.currency} isStrong />,
      },
    ],
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the words change with the language, as `t` does
    [t, collection, wordsOf, column, today],
  );
}
