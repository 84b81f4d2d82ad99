import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { keptFailedSeries } from './watch-series.ts';

/** The series whose newest document did not become what was wanted. */
export function useFailedSeries() {
  const { db } = useCompany();
  return useObservable(() => keptFailedSeries(db), [db]);
}
