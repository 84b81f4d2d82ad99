import { useEffect, useState } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import { claimDraft } from './claim-draft.ts';
import type { DraftShelf } from './draft-shelf.ts';

/** What a form starts with; `restoredAt` says when it was last changed, null when nobody typed it. */
export type Opened<D> = { readonly recordId: string; readonly draft: D; readonly restoredAt: string | null };
type Start<D> = {
  readonly blank: () => D;
  /** Another round starts another draft. */ readonly round: number;
  /** The form was opened for something particular: an older draft stays where it is. */ readonly isFresh: boolean;
};

/** What the form for a new record starts with: the last unsaved draft that no other tab has open, else a blank one. */
export function useNewDraft<D>(shelf: DraftShelf<D>, { blank, round, isFresh }: Start<D>): Opened<D> | undefined {
  const { db, ctx } = useCompany();
  const [opened, setOpened] = useState<Opened<D>>();
  useEffect(() => {
    let isCurrent = true;
    let release: (() => void) | undefined;
    const open = async () => {
      const claimed = round === 0 && !isFresh ? await shelf.claimNew(db, ctx) : null;
      const recordId = claimed?.recordId ?? ctx.newId();
      release = claimed?.release ?? (await claimDraft(recordId)) ?? undefined;
      if (!isCurrent) return release?.();
      setOpened({ recordId, draft: claimed?.draft ?? blank(), restoredAt: claimed?.changedAt ?? null });
    };
    open().catch(() => undefined); // a device that can't be read is said above every page
    return () => {
      isCurrent = false;
      release?.();
      setOpened(undefined);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a draft is opened once per form, whatever the defaults become meanwhile
  }, [db, round]);
  return opened;
}

/** The draft of an edit that was never saved; null when there is none, undefined while it is looked for. */
export function useEditDraft<D>(shelf: DraftShelf<D>, recordId: string): Opened<D> | null | undefined {
  const { db } = useCompany();
  const [opened, setOpened] = useState<Opened<D> | null>();
  useEffect(() => {
    let isCurrent = true;
    const find = async () => {
      const stored = await shelf.ofEdit(db, recordId);
      if (isCurrent) setOpened(stored && { recordId, draft: stored.draft, restoredAt: stored.changedAt });
    };
    find().catch(() => undefined); // said above every page
    return () => {
      isCurrent = false;
    };
  }, [db, shelf, recordId]);
  return opened;
}
