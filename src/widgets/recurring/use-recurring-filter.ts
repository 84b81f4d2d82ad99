import { useSearchParams } from 'react-router-dom';
import { EVERY_RECURRING, RECURRING_SHOWS, RECURRING_SORTS, type RecurringFilter } from '#domain/recurring/recurring-list.ts';

/** The filter of a list of recurring items, kept in the address so that "back" shows the same list. */
export function useRecurringFilter(): [RecurringFilter, (change: Partial<RecurringFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const filter: RecurringFilter = {
    text: params.get('q') ?? '',
    show: RECURRING_SHOWS.find((show) => show === params.get('show')) ?? EVERY_RECURRING.show,
    sort: RECURRING_SORTS.find((sort) => sort === params.get('sort')) ?? EVERY_RECURRING.sort,
  };
  const change = (part: Partial<RecurringFilter>) => {
    const { text, show, sort } = { ...filter, ...part };
    setParams(
      { ...(text && { q: text }), ...(show !== EVERY_RECURRING.show && { show }), ...(sort !== EVERY_RECURRING.sort && { sort }) },
      { replace: true },
    );
  };
  return [filter, change];
}
