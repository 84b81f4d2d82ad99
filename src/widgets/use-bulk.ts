import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applyToAll } from '#data/core/bulk.ts';
import { useCompany } from '#data/core/company-context.ts';
import { selectedAsShown } from '#data/core/shown-selection.ts';
import type { CollectionName, RecordIn } from '#domain/registry.ts';
import { log } from '#platform/log/log.ts';
import { AppError } from '#domain/errors.ts';
import { showToast } from '#ui/toast.ts';
import { useErrorText } from '#ui/use-error-text.ts';

type BulkOptions<R> = {
  /** How one is taken back where putting the old fields back is not enough, given what the command made of it. */
  readonly undoOne?: (made: R) => Promise<unknown>;
  /** False where not everything would come back; then the person was asked before. */ readonly isUndoable?: boolean;
};
export type Bulk<R = { readonly id: string }> = {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
  readonly clear: () => void;
  readonly isRunning: boolean;
  /** Runs a command on everything selected, each record as it was when it was selected; says what came of it, and offers to take it back. */
  run(act: (shown: R) => Promise<unknown>, options?: BulkOptions<R>): Promise<void>;
};

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * What is selected in a list, and one command for all of it. `scope` names what the list shows: under another filter nothing is selected.
 * `rows` are what it shows now.
 */
export function useBulk<N extends CollectionName>(name: N, scope: object, rows: readonly RecordIn<N>[] = []): Bulk<RecordIn<N>> {
  const { t } = useTranslation();
  const { db } = useCompany();
  const errorText = useErrorText();
  const list = JSON.stringify(scope);
  const [held, setHeld] = useState<{ list: string; shown: ReadonlyMap<string, RecordIn<N>> }>({ list, shown: NONE });
  const shown = held.list === list ? held.shown : NONE;
  const onScreen = useRef(rows);
  useLayoutEffect(() => {
    onScreen.current = rows;
  });
  const select = useCallback(
    (ids: Iterable<string>, before: ReadonlyMap<string, RecordIn<N>>) =>
      setHeld({ list, shown: selectedAsShown(ids, before, onScreen.current) }),
    [list],
  );
  const [isRunning, setRunning] = useState(false);

  const tell = useCallback(
    (error: unknown) => {
      if (!(error instanceof AppError)) log.error('command_failed', { error });
      showToast({ type: 'error', text: errorText(error) });
    },
    [errorText],
  );

  const run: Bulk<RecordIn<N>>['run'] = async (act, { undoOne, isUndoable = true } = {}) => {
    setRunning(true);
    try {
      const outcome = await applyToAll(db, name, { shown: [...shown.values()], act });
      const undo = async () => {
        const made = outcome.done.flatMap((id) => outcome.made.get(id) ?? []);
        const left = undoOne ? (await applyToAll(db, name, { shown: made, act: undoOne })).refused : await outcome.undo();
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
      // What was refused stays selected, as it is now: that is what the person has to look at.
      const left = outcome.refused.map(({ id }) => id);
      select(left, NONE);
    } catch (error) {
      tell(error);
    } finally {
      setRunning(false);
    }
  };
  const onChange = useCallback((ids: ReadonlySet<string>) => select(ids, shown), [select, shown]);
  const clear = useCallback(() => select([], NONE), [select]);
  const selected = useMemo(() => new Set(shown.keys()), [shown]);
  return useMemo(
    () => ({ selected, onChange, clear, isRunning, run }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `run` closes over nothing but these
    [selected, onChange, clear, isRunning, db, name, tell],
  );
}
