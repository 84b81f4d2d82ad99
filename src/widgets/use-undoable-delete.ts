import { useTranslation } from 'react-i18next';
import { applyToAll } from '#data/core/bulk.ts';
import { useCompany } from '#data/core/company-context.ts';
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
  const { t } = useTranslation();
  const { db } = useCompany();
  const { run: bringBack } = useCommand(async (undo: () => Promise<readonly { readonly error: unknown }[]>) => {
    const [left] = await undo();
    if (left) throw left.error;
    showToast({ type: 'success', text: t('bulk.undone', { count: 1 }) });
  });
  return async ({ id, remove, text }) => {
    const { refused, undo } = await applyToAll(db, collection, { shown: [{ id }], act: () => remove(id) });
    if (refused[0]) throw refused[0].error;
    showToast({ type: 'success', text, action: { label: t('bulk.undo'), run: () => void bringBack(undo) } });
  };
}
