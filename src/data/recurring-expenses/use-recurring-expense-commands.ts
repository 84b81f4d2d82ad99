import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.tsx';
import type { DraftKind } from '#data/drafts/draft-shelf.ts';
import {
  type RecurringExpenseDraft,
  recurringExpenseDrafts,
  type RecurringExpenseSave,
  saveRecurringExpense,
} from './recurring-expense-drafts.ts';
import {
  deleteRecurringExpense,
  pauseRecurringExpense,
  requestExpenseGeneration,
  resumeRecurringExpense,
  withdrawExpenseGeneration,
} from './recurring-expenses.commands.ts';

/** The commands for recurring expenses bound to the open company. */
export function useRecurringExpenseCommands() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      save: (save: RecurringExpenseSave) => saveRecurringExpense(db, save, ctx),
      keepDraft: (kind: DraftKind, draft: RecurringExpenseDraft) => recurringExpenseDrafts.keep(db, kind, draft),
      discardDraft: (kind: DraftKind, id: string) => recurringExpenseDrafts.discard(db, kind, id),
      pause: (id: string) => pauseRecurringExpense(db, id, ctx),
      resume: (change: { id: string; isMadeUp: boolean }) => resumeRecurringExpense(db, change, ctx),
      remove: (id: string) => deleteRecurringExpense(db, id, ctx),
      generate: (id: string) => requestExpenseGeneration(db, id, ctx),
      withdraw: (id: string) => withdrawExpenseGeneration(db, id, ctx),
    }),
    [db, ctx],
  );
}
