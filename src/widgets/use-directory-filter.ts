import type { DirectoryFilter } from '#data/directory/directory.ts';
import { useAddressFilter } from './list/use-address-filter.ts';

const SHOWS = ['active', 'inactive', 'all'] as const;

const address = {
  read: (params: URLSearchParams): DirectoryFilter => ({
    text: params.get('q') ?? '',
    show: SHOWS.find((show) => show === params.get('show')) ?? 'active',
    sort: /^-?[a-z_]{1,40}$/.exec(params.get('sort') ?? '')?.[0] ?? 'name',
  }),
  write: ({ text, show, sort }: DirectoryFilter): Record<string, string> => ({
    ...(text && { q: text }),
    ...(show !== 'active' && { show }),
    ...(sort !== 'name' && { sort }),
  }),
};

/** The filter of a list of names, kept in the address. */
export const useDirectoryFilter = (): [DirectoryFilter, (change: Partial<DirectoryFilter>) => void] => useAddressFilter(address);
