import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { keptMembers } from './members.queries.ts';

export function useMembers() {
  const { db } = useCompany();
  return useObservable(() => keptMembers(db), [db]);
}
