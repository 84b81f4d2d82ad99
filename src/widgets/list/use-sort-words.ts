import { useTranslation } from 'react-i18next';
import { columnSortOf, DATED_SORTS, type ListSort } from '#domain/shared/list-sort.ts';
import type { GrowingListTexts } from './growing-list-texts.ts';

/** What an order is called where there is no head to click on; `headers` are the columns' own. */
export function useSortWords(namespace: GrowingListTexts, headers: Readonly<Record<string, string>>): (sort: ListSort) => string {
  const { t } = useTranslation(namespace);
  const { t: tLists } = useTranslation('lists');
  return (sort) => {
    const dated = DATED_SORTS.find((each) => each === sort);
    if (dated) return t(`sort.${dated}`);
    const { key, direction } = columnSortOf(sort);
    const column = headers[key] ?? '';
    return tLists(direction === 'asc' ? 'ascending' : 'descending', { column });
  };
}
