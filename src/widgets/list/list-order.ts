import type { ListSort } from '#domain/shared/list-sort.ts';
import type { Sort } from '#ui/DataTable.tsx';

/** The column and direction that an order is. */
export const COLUMN_SORTS: Record<ListSort, Sort> = {
  newest: { key: 'date', direction: 'desc' },
  oldest: { key: 'date', direction: 'asc' },
  highest: { key: 'amount', direction: 'desc' },
  lowest: { key: 'amount', direction: 'asc' },
};

/** The order that a click on a column asks for. */
export function listSortOf({ key, direction }: Sort): ListSort {
  // A column asked for the first time shows what people look for: the newest, the highest.
  if (key === 'amount') return direction === 'asc' ? 'lowest' : 'highest';
  return direction === 'asc' ? 'oldest' : 'newest';
}
