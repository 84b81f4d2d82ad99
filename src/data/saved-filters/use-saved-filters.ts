import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { forgetFilter, type SavedFilter, saveFilter, watchSavedFilters } from './saved-filters.ts';

export function useSavedFilters(path: string) {
  const { db } = useCompany();
  const { value: filters } = useObservable(() => watchSavedFilters(db, path), [db, path]);
  return useMemo(
    () => ({
      filters,
      save: (filter: SavedFilter) => saveFilter(db, filter),
      forget: (filter: SavedFilter) => forgetFilter(db, filter),
    }),
    [db, filters],
  );
}
