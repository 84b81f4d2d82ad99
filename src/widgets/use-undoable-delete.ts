import { useTranslation } from 'react-i18next';
import { applyToAll, leftUndone } from '#data/core/bulk.ts';
import { useCompany } from '#data/core/company-context.ts';
import type { TakeBack } from '#data/core/held-delete.ts';
import type { CollectionName } from '#domain/registry.ts';
import { showToast } from '#ui/toast.ts';
import { useCommand } from '#ui/use-command.ts';

type Deletion = {
  readonly id: string;
  readonly remove: (id: string) => Promise<unknown>;
  /** Says that it is gone. */ readonly text: string;
};

/** Deletes a record, says so and offers to bring it back; rejects with what the command refuses. */
export function useUndoableDelete(collection: CollectionName): (deletion: Deletion) => Promise<void> {
  const { db } = useCompany();
  const offer = useOfferUndo();
  return async ({ id, remove, text }) => {
    const { undo, ...outcome } = await applyToAll(db, collection, { shown: [{ id }], act: () => remove(id) });
    const [refused] = leftUndone(outcome);
    if (refused) throw refused.error;
    offer(text, async () => {
      const [left] = await undo();
      if (left) throw left.error;
    });
  };
}

type HeldDeletion = { readonly remove: () => Promise<TakeBack>; /** Says that it is gone. */ readonly text: string };

/** The same for what is held back until it is no longer offered to be undone (SYNC-83). */
export function useHeldDelete(): (deletion: HeldDeletion) => Promise<void> {
  const offer = useOfferUndo();
  return async ({ remove, text }) => offer(text, await remove());
}

/** Says that something is gone, with the way back. */
function useOfferUndo(): (text: string, undo: () => Promise<void>) => void {
  const { t } = useTranslation();
  const { run } = useCommand(async (undo: () => Promise<void>) => {
    await undo();
    showToast({ type: 'success', text: t('bulk.undone', { count: 1 }) });
  });
  return (text, undo) => showToast({ type: 'success', text, action: { label: t('bulk.undo'), run: () => void run(undo) } });
}
