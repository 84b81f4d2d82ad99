import { useCallback, useEffect, useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import type { ActivityEntry } from '#domain/activity/activity-entry.ts';
import { AppError } from '#domain/errors.ts';
import { onNetworkChange } from '#platform/network/network.ts';
import { supabaseClient } from '#platform/supabase/client.ts';
import { type DeletedReceipt, deletedReceiptsOf, type KeptRecord, keptRecordOf } from './activity-records.ts';

export type KeptState =
  | { readonly kind: 'loading' | 'offline' | 'failed' }
  | { readonly kind: 'there'; readonly kept: KeptRecord | null; readonly receipts: readonly DeletedReceipt[] };

/** What the server keeps beside an entry; asked again when the connection is back. */
export function useKeptRecord({ id, entity_type: collection, entity_id: about }: ActivityEntry): { state: KeptState; ask: () => void } {
  const { db } = useCompany();
  const [state, setState] = useState<KeptState>({ kind: 'loading' });
  const read = useCallback(async (): Promise<KeptState> => {
    try {
      const client = await supabaseClient();
      const kept = await keptRecordOf(client, db.companyId, id);
      const isExpense = collection === 'expenses' && about !== null && kept?.content === 'record';
      return { kind: 'there', kept, receipts: isExpense ? await deletedReceiptsOf(client, db.companyId, about) : [] };
    } catch (error) {
      return { kind: error instanceof AppError && UNREACHED.has(error.code) ? 'offline' : 'failed' };
    }
  }, [db, id, collection, about]);
  const ask = useCallback(() => {
    setState({ kind: 'loading' });
    void read().then(setState);
  }, [read]);
  useEffect(() => {
    let isOver = false;
    const look = () => void read().then((found) => !isOver && setState(found));
    look();
    const stop = onNetworkChange((isOnline) => isOnline && look());
    return () => {
      isOver = true;
      stop();
    };
  }, [read]);
  return { state, ask };
}

const UNREACHED: ReadonlySet<string> = new Set(['offline', 'server_unreachable']);
