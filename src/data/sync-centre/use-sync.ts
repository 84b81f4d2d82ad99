import { liveQuery } from 'dexie';
import { useMemo } from 'react';
import { distinctUntilChanged, EMPTY, from, map } from 'rxjs';
import { useCompany, useOpenCompany } from '#data/core/company-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { sessionOf } from '#data/opening/company-sessions.ts';
import { useObservable } from '#data/core/use-observable.ts';
import type { WaitingReceipt } from '#data/device/device-database.ts';
import { syncSummary$ } from '#data/sync/status.ts';

/** Undefined until it is known, and while no company is open. */
export function useSyncSummary() {
  const db = useOpenCompany()?.db;
  return useObservable(() => (db ? syncSummary$(db) : EMPTY), [db]).value;
}

/** Whether the company is being loaded, for the first time or anew. Nothing else that the sync says draws who asks. */
export function useIsLoading(): boolean {
  const { db } = useCompany();
  const isLoading$ = () =>
    syncSummary$(db).pipe(
      map(({ progress }) => progress !== undefined),
      distinctUntilChanged(),
    );
  return useObservable(isLoading$, [db]).value ?? false;
}

/** How many questions are open, and whether that is still read or can't be. */
export function useOpenIssues() {
  const { db } = useCompany();
  return useObservable(
    () =>
      syncSummary$(db).pipe(
        map(({ issues }) => issues),
        distinctUntilChanged(),
      ),
    [db],
  );
}

/** A receipt that only this device has, without its bytes. */
export type WaitingUpload = Omit<WaitingReceipt, 'bytes'>;

export function useWaitingUploads(): readonly WaitingUpload[] | undefined {
  const { db } = useCompany();
  return useObservable(() => from(liveQuery(() => waitingUploads(db))), [db]).value;
}

async function waitingUploads(db: CompanyDatabase): Promise<WaitingUpload[]> {
  const rows = await db.device.receipts.where({ company_id: db.companyId }).toArray();
  return rows.map(({ bytes: _bytes, ...upload }) => upload).sort((a, b) => (a.queued_at < b.queued_at ? -1 : 1));
}

export function useSyncActions() {
  const { db } = useCompany();
  return useMemo(
    () => ({
      syncNow: () => sessionOf(db)?.poke('person'),
      /** Loads everything from the server again; what waits to be sent stays (SYNC-16). */
      downloadFreshCopy: async () => {
        const { patchState } = await import('#data/sync/sync-store.ts');
        await patchState(db, { snapshot: `asked-${db.newRev()}` });
        sessionOf(db)?.poke('person');
      },
      isLeader: () => sessionOf(db)?.isLeader() ?? false,
    }),
    [db],
  );
}
