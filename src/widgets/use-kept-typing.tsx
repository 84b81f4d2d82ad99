import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#data/core/company-context.ts';
import type { FormDraft } from '#data/drafts/form-drafts.ts';
import { useKeptDraft } from '#ui/use-kept-draft.ts';
import { useNoticeOnLeave } from '#ui/use-notice-on-leave.ts';
import { KeptNote, RestoredDraft } from './KeptDraft.tsx';
import type { Drafted } from './WithDraft.tsx';

type Typing<V> = Pick<FormDraft<V>, 'values' | 'receipts'> & { readonly isChanged: boolean; readonly isSubmitting: boolean };

/**
 * Keeps what is typed on this device until it is saved. `restored` stands above the form, `note` beside its button. `saving` runs what saves and leads on
 * to the next page: from its begin on it is no draft, or leaving the form would say that one is kept. `forget` ends it where the form does that itself.
 */
export function useKeptTyping<V>(drafted: Drafted<V>, { values, receipts, isChanged, isSubmitting }: Typing<V>) {
  const { t } = useTranslation();
  const { db } = useCompany();
  const { kind, recordId, shelf, restoredAt, startOver } = drafted;
  const { before } = drafted.draft;
  const isDirty = restoredAt !== null || isChanged;
  const draft = useMemo<FormDraft<V>>(() => ({ before, values, ...(receipts && { receipts }) }), [before, values, receipts]);
  const keep = useCallback((typed: FormDraft<V>) => shelf.keep(db, { kind, recordId }, typed), [db, shelf, kind, recordId]);
  const kept = useKeptDraft(keep, draft, isDirty && !isSubmitting);
  const { again } = kept;
  useEffect(() => shelf.onGone(db, { kind, recordId }, again), [db, shelf, kind, recordId, again]);
  useNoticeOnLeave(kept.isKept, t(kept.keeping === 'failed' ? 'draft.leftUnkept' : 'draft.left'));
  const forget = () => {
    kept.stop();
    return shelf.discard(db, { kind, recordId });
  };
  const saving = async (save: () => Promise<unknown>): Promise<void> => {
    const resume = kept.stop();
    // Begun first, and nobody waits for it: a tab that dies just between the two leaves what was saved as an edit with nothing in it.
    if (kind === 'new') void shelf.beginSaving(db, { kind, recordId }).catch(() => undefined);
    await save().catch((error: unknown) => {
      resume();
      throw error;
    });
    await forget();
  };
  const discard = async () => {
    await forget();
    startOver();
  };
  return {
    forget,
    saving,
    restored: restoredAt !== null && <RestoredDraft kind={kind} at={restoredAt} onDiscard={discard} />,
    note: isDirty && <KeptNote keeping={kept.keeping === 'none' && restoredAt !== null ? 'kept' : kept.keeping} />,
  };
}
