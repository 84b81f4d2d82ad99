import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { useAsked } from '#data/core/use-asked.ts';
import { forgetFilter, type SavedFilter, saveFilter, watchSavedFilters } from './saved-filters.ts';

export function useSavedFilters(path: string) {
  const { db } = useCompany();
  const { value: filters } = useAsked(watchSavedFilters, path);
  return useMemo(
    () => ({
      filters,
      save: (filter: SavedFilter) => saveFilter(db, filter),
      forget: (filter: SavedFilter) => forgetFilter(db, filter),
    }),
    [db, filters],
  );
}
