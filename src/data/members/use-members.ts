import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import { keptPer } from '#data/core/at-hand.ts';
import { watchMembers } from './members.queries.ts';

const kept = keptPer(watchMembers);

export function useMembers() {
  const { db } = useCompany();
  return useObservable(() => kept(db), [db]);
}
