import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applyToAll } from '#data/core/bulk.ts';
import { useCompany } from '#data/core/company-context.ts';
import type { CollectionName } from '#domain/registry.ts';
import { log } from '#platform/log/log.ts';
import { AppError } from '#domain/errors.ts';
import { showToast } from '#ui/toast.ts';
import { useErrorText } from '#ui/use-error-text.ts';

type BulkOptions = {
  /** How one is taken back where putting the old fields back is not enough. */ readonly undoOne?: (id: string) => Promise<unknown>;
  /** False where not everything would come back; then the person was asked before. */ readonly isUndoable?: boolean;
};
export type Bulk = {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
  readonly clear: () => void;
  readonly isRunning: boolean;
  /** Runs a command on everything selected, says what came of it, and offers to take it back. */
  run(act: (id: string) => Promise<unknown>, options?: BulkOptions): Promise<void>;
};

const NONE: ReadonlySet<string> = new Set();

/** What is selected in a list, and one command for all of it. `scope` names what the list shows: under another filter nothing is selected. */
export function useBulk(name: CollectionName, scope: object): Bulk {
  const { t } = useTranslation();
  const { db } = useCompany();
  const errorText = useErrorText();
  const shown = JSON.stringify(scope);
  const [held, setHeld] = useState({ shown, selected: NONE });
  const selected = held.shown === shown ? held.selected : NONE;
  const setSelected = useCallback((next: ReadonlySet<string>) => setHeld({ shown, selected: next }), [shown]);
  const [isRunning, setRunning] = useState(false);

  const tell = useCallback(
    (error: unknown) => {
      if (!(error instanceof AppError)) log.error('command_failed', { error });
      showToast({ type: 'error', text: errorText(error) });
    },
    [errorText],
  );

  const run: Bulk['run'] = async (act, { undoOne, isUndoable = true } = {}) => {
    setRunning(true);
    try {
      const outcome = await applyToAll(db, name, { ids: [...selected], act });
      const undo = async () => {
        const left = undoOne ? (await applyToAll(db, name, { ids: outcome.done, act: undoOne })).refused : await outcome.undo();
        if (left[0]) tell(left[0].error);
        else showToast({ type: 'success', text: t('bulk.undone', { count: outcome.done.length }) });
      };
      if (outcome.done.length > 0)
        showToast({
          type: 'success',
          text: t('bulk.done', { count: outcome.done.length }),
          ...(isUndoable && { action: { label: t('bulk.undo'), run: () => void undo().catch(tell) } }),
        });
      if (outcome.refused[0])
        showToast({
          type: 'error',
          text: t('bulk.refused', { count: outcome.refused.length, reason: errorText(outcome.refused[0].error) }),
        });
      // What was refused stays selected: that is what the person has to look at.
      setSelected(new Set(outcome.refused.map(({ id }) => id)));
    } catch (error) {
      tell(error);
    } finally {
      setRunning(false);
    }
  };
  const clear = useCallback(() => setSelected(NONE), [setSelected]);
  return useMemo(
    () => ({ selected, onChange: setSelected, clear, isRunning, run }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `run` closes over nothing but these
    [selected, setSelected, clear, isRunning, db, name, tell],
  );
}
