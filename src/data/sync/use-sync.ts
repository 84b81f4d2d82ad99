import { liveQuery } from 'dexie';
import { useMemo } from 'react';
import { combineLatest, EMPTY, from, map } from 'rxjs';
import { useCompany, useOpenCompany } from '#data/core/company-context.tsx';
import type { CompanyDatabase } from '#data/core/company-database.ts';
import { sessionOf } from '#data/core/company-session.ts';
import { useObservable } from '#data/core/use-observable.ts';
import type { WaitingReceipt } from '#data/device/device-database.ts';
import type { SyncIssue } from '#data/device/issue.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import { discardIssue, editIssue, exportIssue, keepMine, keepTheirs, retryIssue, unsentIssues, watchIssues } from './issues.ts';
import { syncSummary$, watchOutbox } from './status.ts';
import { patchState } from './sync-store.ts';

/** Undefined until it is known, and while no company is open. */
export function useSyncSummary() {
  const db = useOpenCompany()?.db;
  return useObservable(() => (db ? syncSummary$(db) : EMPTY), [db]).value;
}

export function useOutbox() {
  const { db } = useCompany();
  return useObservable(() => watchOutbox(db), [db]).value;
}

/** The open questions, and what could not be sent. */
export function useIssues() {
  const { db } = useCompany();
  const all$ = () => combineLatest([watchIssues(db), watchOutbox(db)]).pipe(map(([asked, rows]) => [...unsentIssues(rows), ...asked]));
  return useObservable(all$, [db]).value;
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

/** What a person decides about open questions. A decision is a new edit, so whoever leads is told to send it. */
export function useIssueCommands() {
  const { db } = useCompany();
  return useMemo(() => {
    const send = async (decision: Promise<void>) => {
      await decision;
      sessionOf(db)?.poke('write');
    };
    return {
      keepMine: async (issue: SyncIssue) => {
        if (issue.kind === 'not_sent') sessionOf(db)?.poke('person');
        else await send(keepMine(db, issue));
      },
      keepTheirs: (issue: SyncIssue) => keepTheirs(db, issue),
      retryIssue: (issue: SyncIssue) => send(retryIssue(db, issue)),
      editIssue: (issue: SyncIssue, doc: SyncedRecord) => send(editIssue(db, issue, doc)),
      discardIssue: (issue: SyncIssue) => discardIssue(db, issue),
      exportIssue,
    };
  }, [db]);
}

export function useSyncActions() {
  const { db } = useCompany();
  return useMemo(
    () => ({
      syncNow: () => sessionOf(db)?.poke('person'),
      /** Loads everything from the server again; what waits to be sent stays (SYNC-16). */
      downloadFreshCopy: async () => {
        await patchState(db, { snapshot: `asked-${db.newRev()}` });
        sessionOf(db)?.poke('person');
      },
      isLeader: () => sessionOf(db)?.isLeader() ?? false,
    }),
    [db],
  );
}
