import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { keptMismatched } from './mismatched.ts';

/** Receipts of which the server keeps other bytes than were taken in. */
export function useMismatched() {
  const { db } = useCompany();
  return useObservable(() => keptMismatched(db), [db]);
}
