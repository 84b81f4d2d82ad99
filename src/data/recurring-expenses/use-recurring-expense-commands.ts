import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import type { FormSave } from '#data/drafts/form-drafts.ts';
import type { RecurringExpenseFormValues } from '#domain/recurring-expenses/recurring-expense-form.ts';
import type { RecurringExpense } from '#domain/recurring-expenses/recurring-expense.ts';
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
      pause: (seen: RecurringExpense) => pauseRecurringExpense(db, seen, ctx),
      resume: (change: { seen: RecurringExpense; isMadeUp: boolean }) => resumeRecurringExpense(db, change, ctx),
      remove: (id: string) => deleteRecurringExpense(db, id, ctx),
      generate: (seen: RecurringExpense) => requestExpenseGeneration(db, seen, ctx),
      withdraw: (seen: RecurringExpense) => withdrawExpenseGeneration(db, seen, ctx),
    }),
    [db, ctx],
  );
}
