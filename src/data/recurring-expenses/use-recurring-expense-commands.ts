import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import type { FormSave } from '#data/drafts/form-drafts.ts';
import type { RecurringExpenseFormValues } from '#domain/recurring-expenses/recurring-expense-form.ts';
import { saveRecurringExpense } from './recurring-expense-drafts.ts';
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
      save: (save: FormSave<RecurringExpenseFormValues>) => saveRecurringExpense(db, save, ctx),
      pause: (id: string) => pauseRecurringExpense(db, id, ctx),
      resume: (change: { id: string; isMadeUp: boolean }) => resumeRecurringExpense(db, change, ctx),
      remove: (id: string) => deleteRecurringExpense(db, id, ctx),
      generate: (id: string) => requestExpenseGeneration(db, id, ctx),
      withdraw: (id: string) => withdrawExpenseGeneration(db, id, ctx),
    }),
    [db, ctx],
  );
}
