import { useCallback, useEffect, useRef } from 'react';
import type { DraftKind, ExpenseDraft } from '#data/expenses/expense-drafts.ts';
import { useExpenseCommands } from '#data/expenses/use-expense-commands.ts';
import { log } from '#platform/log/log.ts';

const QUIET_MS = 250;

/**
 * Keeps the form on the device while it is typed, so that a crash, a closed tab or a wrong click loses nothing.
 * `stop` ends that: after saving or discarding nothing may write the draft again.
 */
export function useKeptDraft(kind: DraftKind, draft: ExpenseDraft, isDirty: boolean) {
  const { keepDraft } = useExpenseCommands();
  const latest = useRef({ draft, isDirty });
  const pending = useRef(false);
  const isStopped = useRef(false);
  useEffect(() => {
    latest.current = { draft, isDirty };
  });

  const flush = useCallback(() => {
    if (!pending.current || isStopped.current) return;
    pending.current = false;
    keepDraft(kind, latest.current.draft).catch((error: unknown) => log.warn('expense_draft_not_kept', { error }));
  }, [keepDraft, kind]);

  useEffect(() => {
    if (!isDirty) return undefined;
    pending.current = true;
    const timer = setTimeout(flush, QUIET_MS);
    return () => clearTimeout(timer);
  }, [draft, isDirty, flush]);

  useEffect(() => {
    window.addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [flush]);

  return {
    stop: useCallback(() => {
      isStopped.current = true;
    }, []),
    /** Whether something is on the device that was not saved as an expense. */
    isKept: useCallback(() => latest.current.isDirty && !isStopped.current, []),
  };
}
