import { liveQuery } from 'dexie';
import { useMemo } from 'react';
import { auditTime, connect, distinctUntilChanged, EMPTY, from, merge, type Observable, skip, take } from 'rxjs';
import { useCompany, useOpenCompany } from '#data/core/company-context.ts';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { sessionOf } from '#data/opening/company-sessions.ts';
import { atHand, mapAtHand, withAtHand } from '#data/core/at-hand.ts';
import { useObservable } from '#data/core/use-observable.ts';
import type { WaitingReceipt } from '#data/device/device-database.ts';
import { type SyncSummary, syncSummary$ } from '#data/sync/status.ts';

const CALM_MS = 100;

/** The first at once, what follows in steps that can be seen. */
const calmly = <T>(source: Observable<T>): Observable<T> =>
  source.pipe(connect((told) => merge(told.pipe(take(1)), told.pipe(skip(1), auditTime(CALM_MS)))));

/**
 * Undefined until it is known, and while no company is open. A write and its way to the server change it in several steps: what was written is drawn
 * first, and the steps that nobody could read are not drawn at all.
 */
export function useSyncSummary() {
  const db = useOpenCompany()?.db;
  return useObservable(() => (db ? calmly(syncSummary$(db)) : EMPTY), [db]).value;
}

function pickedOf<T>(db: CompanyDatabase, pick: (summary: SyncSummary) => T): Observable<T> {
  const picked$ = syncSummary$(db).pipe(mapAtHand(pick));
  return withAtHand(picked$.pipe(distinctUntilChanged()), () => atHand(picked$));
}

/** One thing of what the sync says: with each write it says several, and nothing else of it draws who asks. `pick` stays the same function. */
function useOfSync<T>(pick: (summary: SyncSummary) => T) {
  const db = useOpenCompany()?.db;
  return useObservable(() => (db ? pickedOf(db, pick) : EMPTY), [db, pick]);
}

const isLoading = ({ progress }: SyncSummary) => progress !== undefined;
const isServerGone = ({ state }: SyncSummary) => state === 'offline';
const issues = (summary: SyncSummary) => summary.issues;
const unsynced = (summary: SyncSummary) => summary.unsynced;

/** Whether the company is being loaded, for the first time or anew. */
export const useIsLoading = (): boolean => useOfSync(isLoading).value ?? false;

/** Whether all of the company is on this device: not while that is not known either. */
export const useIsLoaded = (): boolean => useOfSync(isLoading).value === false;

/** Whether the requests of the open company fail. */
export const useIsServerGone = (): boolean => useOfSync(isServerGone).value ?? false;

/**
 * How many changes and receipts only this device has, those that a question is open about included; undefined until it is known, or where it cannot be
 * read: that is not nothing.
 */
export const useUnsynced = (): number | undefined => useOfSync(unsynced).value;

/** How many questions are open, and whether that is still read or can't be. */
export const useOpenIssues = () => useOfSync(issues);

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
