import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import type { FormSave } from '#data/drafts/form-drafts.ts';
import type { ExpenseFormValues } from '#domain/expenses/expense-form.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import {
  approveExpense,
  deleteExpense,
  keepAsSeparate,
  notePayDay,
  reimburseExpense,
  rejectExpense,
  reopenExpense,
} from './expenses.commands.ts';
import { findTwin } from './expenses.queries.ts';
import { saveDraft } from './save-draft.ts';

/** The expense commands bound to the open company. */
export function useExpenseCommands() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      saveDraft: (save: FormSave<ExpenseFormValues>) => saveDraft(db, save, ctx),
      findTwin: (expense: Parameters<typeof findTwin>[1]) => findTwin(db, expense),
      deleteExpense: (id: string) => deleteExpense(db, id, ctx),
      approveExpense: (seen: Expense) => approveExpense(db, seen, ctx),
      rejectExpense: (refusal: Parameters<typeof rejectExpense>[1]) => rejectExpense(db, refusal, ctx),
      reimburseExpense: (seen: Expense) => reimburseExpense(db, seen, ctx),
      keepAsSeparate: (seen: Expense) => keepAsSeparate(db, seen, ctx),
      notePayDay: (change: { seen: Expense; day: string | null }) => notePayDay(db, change, ctx),
      reopenExpense: (reopening: Parameters<typeof reopenExpense>[1]) => reopenExpense(db, reopening, ctx),
    }),
    [db, ctx],
  );
}
