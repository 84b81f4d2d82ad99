import { useSearchParams } from 'react-router-dom';
import { DIRECTORY_SORTS, type DirectoryFilter } from '#data/core/directory.ts';

const SHOWS = ['active', 'inactive', 'all'] as const;

/** The filter of a list of names, kept in the address so that "back" shows the same list. */
export function useDirectoryFilter(): [DirectoryFilter, (change: Partial<DirectoryFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const filter: DirectoryFilter = {
    text: params.get('q') ?? '',
    show: SHOWS.find((show) => show === params.get('show')) ?? 'active',
    sort: DIRECTORY_SORTS.find((sort) => sort === params.get('sort')) ?? 'name',
  };
  const change = (part: Partial<DirectoryFilter>) => {
    const { text, show, sort } = { ...filter, ...part };
    setParams({ ...(text && { q: text }), ...(show !== 'active' && { show }), ...(sort !== 'name' && { sort }) }, { replace: true });
  };
  return [filter, change];
}
