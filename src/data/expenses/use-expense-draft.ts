import { useEffect, useState } from 'react';
import { useCompany } from '#data/core/company-context.tsx';
import { claimDraft } from '#data/drafts/claim-draft.ts';
import { claimNewDraft } from './draft-claim.ts';
import { draftOfEdit, type ExpenseDraft } from './expense-drafts.ts';

export type OpenedDraft = { readonly draft: ExpenseDraft; readonly restoredAt: string | null };

/** The draft a form for a new expense starts with: the last unsaved one that no other tab has open, else a blank one. `round` starts another. */
export function useNewDraft(blank: () => ExpenseDraft, round: number): OpenedDraft | undefined {
  const { db } = useCompany();
  const [opened, setOpened] = useState<OpenedDraft>();
  useEffect(() => {
    let isCurrent = true;
    let release: (() => void) | undefined;
    const open = async () => {
      const claimed = round === 0 ? await claimNewDraft(db) : null;
      const draft = claimed?.draft ?? blank();
      const letGo = claimed?.release ?? (await claimDraft(draft.expenseId));
      release = letGo ?? undefined;
      if (!isCurrent) return release?.();
      setOpened({ draft, restoredAt: claimed?.draft.changedAt ?? null });
    };
    void open();
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
export function useEditDraft(expenseId: string): OpenedDraft | null | undefined {
  const { db } = useCompany();
  const [opened, setOpened] = useState<OpenedDraft | null>();
  useEffect(() => {
    let isCurrent = true;
    void draftOfEdit(db, expenseId).then((draft) => {
      if (isCurrent) setOpened(draft && { draft, restoredAt: draft.changedAt });
    });
    return () => {
      isCurrent = false;
    };
  }, [db, expenseId]);
  return opened;
}
