import { EVERY_RECURRING, RECURRING_SHOWS, RECURRING_SORTS, type RecurringFilter } from '#domain/recurring/recurring-list.ts';
import { useAddressFilter } from '#widgets/list/use-address-filter.ts';

const address = {
  read: (params: URLSearchParams): RecurringFilter => ({
    text: params.get('q') ?? '',
    show: RECURRING_SHOWS.find((show) => show === params.get('show')) ?? EVERY_RECURRING.show,
    sort: RECURRING_SORTS.find((sort) => sort === params.get('sort')) ?? EVERY_RECURRING.sort,
  }),
  write: ({ text, show, sort }: RecurringFilter): Record<string, string> => ({
    ...(text && { q: text }),
    ...(show !== EVERY_RECURRING.show && { show }),
    ...(sort !== EVERY_RECURRING.sort && { sort }),
  }),
};

/** The filter of a list of recurring items, kept in the address. */
export const useRecurringFilter = (): [RecurringFilter, (change: Partial<RecurringFilter>) => void] => useAddressFilter(address);
