import { useMemo } from 'react';
import { combineLatest, map } from 'rxjs';
import { useCompany } from '#data/core/company-context.ts';
import { sessionOf } from '#data/opening/company-sessions.ts';
import { useObservable } from '#data/core/use-observable.ts';
import type { SyncIssue } from '#data/changes/issue.ts';
import type { SyncedRecord } from '#domain/shared/record.ts';
import {
  bookLate,
  discardIssue,
  editIssue,
  exportIssue,
  issueAnew,
  keepAsDraft,
  keepMine,
  keepTheirs,
  replaceParents,
  retryIssue,
  unsentIssues,
  watchIssues,
} from './issues.ts';
import { watchOutbox } from '#data/sync/status.ts';
import { type MissingParent, watchMissingParents } from './missing-parents.ts';

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

const NONE: readonly MissingParent[] = [];

/** What the refused version of a question names and is not there any more. */
export function useMissingParents(issue: SyncIssue): readonly MissingParent[] {
  const { db } = useCompany();
  return useObservable(() => watchMissingParents(db, issue), [db, issue]).value ?? NONE;
}

/** What a person decides about open questions. A decision is a new edit, so whoever leads is told to send it. */
export function useIssueCommands() {
  const { db, ctx } = useCompany();
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
      keepAsDraft: (issue: SyncIssue) => send(keepAsDraft(db, issue)),
      replaceParents: (issue: SyncIssue, parents: Readonly<Record<string, string | null>>) => send(replaceParents(db, issue, parents)),
      bookLate: (issue: SyncIssue, bookedOn: string) => send(bookLate(db, issue, bookedOn)),
      issueAnew: (issue: SyncIssue) => send(issueAnew(db, issue, ctx.newId)),
      editIssue: (issue: SyncIssue, doc: SyncedRecord) => send(editIssue(db, issue, doc)),
      discardIssue: (issue: SyncIssue) => discardIssue(db, issue),
      exportIssue,
    };
  }, [db, ctx]);
}
