import type { Sort } from '#ui/data-table-props.ts';

/** The order of a list in memory as an address carries it: a column, with `-` before it the other way round. */
export const memorySortOf = (sort: string): Sort =>
  sort.startsWith('-') ? { key: sort.slice(1), direction: 'desc' } : { key: sort, direction: 'asc' };

export const memorySortFor = ({ key, direction }: Sort): string => (direction === 'asc' ? key : `-${key}`);
