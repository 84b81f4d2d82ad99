import { useCompany } from '#data/core/company-context.tsx';
import { useObservable } from '#data/core/use-observable.ts';
import { watchHistoryOf } from './activity.queries.ts';

export function useHistoryOf(type: string, id: string) {
  const { db } = useCompany();
  return useObservable(() => watchHistoryOf(db, { type, id }), [db, type, id]);
}
