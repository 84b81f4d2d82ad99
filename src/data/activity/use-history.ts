import { useEffect, useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { useObservable } from '#data/core/use-observable.ts';
import type { ActivityEntry } from '#domain/activity/activity-entry.ts';
import { onNetworkChange } from '#platform/network/network.ts';
import { supabaseClient } from '#platform/supabase/client.ts';
import { HISTORY_LIMIT, newestEntries, watchHistoryOf } from './activity.queries.ts';
import { serverHistoryOf } from './activity-source.ts';

export type HistoryOfRecord = {
  readonly entries: readonly ActivityEntry[];
  /** The server was not reached: it may have older ones. */
  readonly isPartial: boolean;
};
type Asked = { readonly key: string; /** Null: not reached. */ readonly entries: readonly ActivityEntry[] | null };

/** Who did what to a record: at once what this device keeps, then what only the server has; undefined while there is nothing to say. */
export function useHistoryOf(type: string, id: string): HistoryOfRecord | undefined {
  const { db } = useCompany();
  const { value: kept } = useObservable(() => watchHistoryOf(db, { type, id }), [db, type, id]);
  const key = `${db.companyId} ${type} ${id}`;
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    let isOver = false;
    const keep = (entries: Asked['entries']) => !isOver && setAsked({ key, entries });
    const ask = () => void serverHistoryOf(supabaseClient, db.companyId, { type, id, limit: HISTORY_LIMIT }).then(keep, () => keep(null));
    ask();
    const stop = onNetworkChange((isOnline) => isOnline && ask());
    return () => {
      isOver = true;
      stop();
    };
  }, [db, key, type, id]);
  const current = asked?.key === key ? asked : undefined;
  if (!kept || (kept.length === 0 && !current)) return undefined;
  return { entries: newestEntries([...kept, ...(current?.entries ?? [])]), isPartial: current?.entries === null };
}
