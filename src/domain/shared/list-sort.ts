/** The orders that every list of dated amounts has. */
export const DATED_SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const;
type DatedSort = (typeof DATED_SORTS)[number];
/** An order as an address carries it; of any other column its name is the ascending one, `-` before it the descending one. */
export type ListSort<Column extends string = string> = DatedSort | Column | `-${Column}`;
export type ColumnSort<Column extends string = string> = { readonly key: Column | 'date' | 'amount'; readonly direction: 'asc' | 'desc' };

const DATED: Record<DatedSort, ColumnSort<never>> = {
  newest: { key: 'date', direction: 'desc' },
  oldest: { key: 'date', direction: 'asc' },
  highest: { key: 'amount', direction: 'desc' },
  lowest: { key: 'amount', direction: 'asc' },
};

/** The column and direction that an order is. */
export function columnSortOf<Column extends string>(sort: ListSort<Column>): ColumnSort<Column> {
  const dated = Object.hasOwn(DATED, sort) ? DATED[sort as DatedSort] : undefined;
  if (dated) return dated;
  return sort.startsWith('-') ? { key: sort.slice(1) as Column, direction: 'desc' } : { key: sort as Column, direction: 'asc' };
}

/** The order by a column. */
export function listSortOf<Column extends string>({ key, direction }: ColumnSort<Column>): ListSort<Column> {
  const dated = DATED_SORTS.find((sort) => DATED[sort].key === key && DATED[sort].direction === direction);
  return dated ?? ((direction === 'asc' ? key : `-${key}`) as ListSort<Column>);
}

/** Every order of a list whose other columns sort, too. */
export const sortsBy = <Column extends string>(columns: readonly Column[]): ListSort<Column>[] => [
  ...DATED_SORTS,
  ...columns.flatMap((column): ListSort<Column>[] => [column, `-${column}`]),
];
