import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { applyToAll, leftUndone } from '#data/core/bulk.ts';
import { useCompany } from '#data/core/company-context.ts';
import { selectedAfterwards, selectedAsShown } from '#data/core/shown-selection.ts';
import type { CollectionName, RecordIn } from '#domain/registry.ts';
import { log } from '#platform/log/log.ts';
import { AppError } from '#domain/errors.ts';
import { showToast } from '#ui/toast.ts';
import { useErrorText } from '#ui/use-error-text.ts';
import { useHeldTab } from '#ui/use-held-tab.ts';

type BulkOptions<R> = {
  /** How one is taken back where putting the old fields back is not enough, given what the command made of it. */
  readonly undoOne?: (made: R) => Promise<unknown>;
  /** How one that is gone is taken back. */ readonly takeBack?: (id: string) => Promise<unknown>;
  /** False where not everything would come back; then the person was asked before. */ readonly isUndoable?: boolean;
};
export type LeftAlone = { readonly id: string; readonly name: string; readonly reason: string };
export type Bulk<R = { readonly id: string }> = {
  readonly selected: ReadonlySet<string>;
  /** The selected records, each as it was shown when it was selected. */
  readonly records: readonly R[];
  /** What the last command left as it is, and why, as long as it is selected. */
  readonly refusals: readonly LeftAlone[];
  readonly onChange: (selected: ReadonlySet<string>) => void;
  readonly clear: () => void;
  readonly isRunning: boolean;
  /** Runs a command on everything selected, each record as it was when it was selected; says what came of it, and offers to take it back. */
  run(act: (shown: R) => Promise<unknown>, options?: BulkOptions<R>): Promise<void>;
  /** The same on one record as it is shown, whatever is selected. */
  runOn(record: R, act: (shown: R) => Promise<unknown>, options?: BulkOptions<R>): Promise<void>;
};

type BulkRows<R> = { readonly rows: readonly R[] | undefined; readonly isLoading: boolean; readonly nameOf: (record: R) => string };

const NO_ROWS: readonly never[] = [];
const NO_REFUSALS: readonly LeftAlone[] = [];
/** Of so many it is said in the message itself which they are. */
const NAMED = 3;
const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * What is selected in a list, and one command for all of it. `scope` names what the list is asked for: under another filter nothing is selected.
 * `rows` are what it shows now: those of the filter before while `isLoading`, and what is chosen of them goes with them.
 */
export function useBulk<N extends CollectionName>(
  name: N,
  scope: object,
  { rows = NO_ROWS, isLoading, nameOf }: BulkRows<RecordIn<N>>,
): Bulk<RecordIn<N>> {
  const { t } = useTranslation();
  const { db } = useCompany();
  const errorText = useErrorText();
  const asked = JSON.stringify(scope);
  const [list, setList] = useState(asked);
  if (!isLoading && list !== asked) setList(asked);
  const [held, setHeld] = useState<{ list: string; shown: ReadonlyMap<string, RecordIn<N>> }>({ list, shown: NONE });
  const shown = held.list === list ? held.shown : NONE;
  const onScreen = useRef(rows);
  const latestName = useRef(nameOf);
  useLayoutEffect(() => {
    onScreen.current = rows;
    latestName.current = nameOf;
  });
  const [refused, setRefused] = useState(NO_REFUSALS);
  const select = useCallback(
    (ids: Iterable<string>, before: ReadonlyMap<string, RecordIn<N>>) =>
      setHeld({ list, shown: selectedAsShown(ids, before, onScreen.current) }),
    [list],
  );
  const [isRunning, setRunning] = useState(false);
  useHeldTab(isRunning);

  const tell = useCallback(
    (error: unknown) => {
      if (!(error instanceof AppError)) log.error('command_failed', { error });
      showToast({ type: 'error', text: errorText(error) });
    },
    [errorText],
  );

  const apply = async (
    records: readonly RecordIn<N>[],
    act: (record: RecordIn<N>) => Promise<unknown>,
    { undoOne, takeBack, isUndoable = true }: BulkOptions<RecordIn<N>>,
  ): Promise<readonly LeftAlone[]> => {
    setRunning(true);
    try {
      const outcome = await applyToAll(db, name, { shown: records, act });
      const undo = async () => {
        const made = outcome.done.flatMap((id) => outcome.made.get(id) ?? []);
        const gone = outcome.done.map((id) => ({ id }));
        const takenBack = takeBack && applyToAll(db, name, { shown: gone, act: ({ id }) => takeBack(id) });
        const undone = takenBack ?? (undoOne && applyToAll(db, name, { shown: made, act: undoOne }));
        const left = undone ? leftUndone(await undone) : await outcome.undo();
        if (left[0]) tell(left[0].error);
        if (left.length < outcome.done.length)
          showToast({ type: 'success', text: t('bulk.undone', { count: outcome.done.length - left.length }) });
      };
      if (outcome.done.length > 0)
        showToast({
          type: 'success',
          text: t('bulk.done', { count: outcome.done.length }),
          ...(isUndoable && outcome.isKnown && { action: { label: t('bulk.undo'), run: () => void undo().catch(tell) } }),
        });
      const byId = new Map(records.map((record) => [record.id, record]));
      const refusals = outcome.refused.flatMap(({ id, error }): LeftAlone[] => {
        const record = byId.get(id);
        return record ? [{ id, name: latestName.current(record), reason: errorText(error) }] : [];
      });
      if (outcome.untried.length > 0) showToast({ type: 'error', text: t('bulk.untried', { count: outcome.untried.length }) });
      if (refusals[0]) showToast({ type: 'error', text: refusalText(refusals) });
      return refusals;
    } catch (error) {
      tell(error);
      return records.map((record) => ({ id: record.id, name: latestName.current(record), reason: errorText(error) }));
    } finally {
      setRunning(false);
    }
  };
  /** Which they are, as far as a message has room; the first reason. */
  const refusalText = (refusals: readonly LeftAlone[]): string => {
    const names = refusals.slice(0, NAMED).map((each) => each.name);
    const said = refusals.length > NAMED ? [...names, '…'] : names;
    return t('bulk.refused', { count: refusals.length, names: said.join(', '), reason: refusals[0]?.reason ?? '' });
  };
  const run: Bulk<RecordIn<N>>['run'] = async (act, options = {}) => {
    const refusals = await apply([...shown.values()], act, options);
    setRefused(refusals);
    // What was refused stays selected, as it is now: that is what the person has to look at. Whoever was quicker than the run has gone on choosing.
    const left = { ran: shown, refused: refusals.map(({ id }) => id), rows: onScreen.current };
    setHeld((now) => (now.list === list ? { list, shown: selectedAfterwards(now.shown, left) } : now));
  };
  const latestApply = useRef(apply);
  useLayoutEffect(() => {
    latestApply.current = apply;
  });
  // The same for as long as the list stands: the rows that are given it are not drawn again with each selection.
  const runOn: Bulk<RecordIn<N>>['runOn'] = useCallback(
    async (record, act, options = {}) => void (await latestApply.current([record], act, options)),
    [],
  );
  const onChange = useCallback((ids: ReadonlySet<string>) => select(ids, shown), [select, shown]);
  const clear = useCallback(() => select([], NONE), [select]);
  const selected = useMemo(() => new Set(shown.keys()), [shown]);
  const records = useMemo(() => [...shown.values()], [shown]);
  const refusals = useMemo(() => refused.filter(({ id }) => shown.has(id)), [refused, shown]);
  return useMemo(
    () => ({ selected, records, refusals, onChange, clear, isRunning, run, runOn }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `run` closes over nothing but these
    [selected, records, refusals, onChange, clear, isRunning, db, name, tell],
  );
}
