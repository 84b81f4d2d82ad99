import { useCallback } from 'react';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { exportLeftover, type LeftoverExport, watchLeftover } from './leftover.ts';

/** What this device still has of a company one no longer belongs to; undefined until that is known. */
export function useLeftover(db: CompanyDatabase) {
  const { value: leftover } = useObservable(() => watchLeftover(db), [db]);
  return { leftover, exportAll: useCallback((name: string): Promise<LeftoverExport> => exportLeftover(db, name), [db]) };
}
