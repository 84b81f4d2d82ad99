import { useMemo } from 'react';
import { useCompany } from '#data/core/company-context.ts';
import type { FormSave } from '#data/drafts/form-drafts.ts';
import type { ExpenseFormValues } from '#domain/expenses/expense-form.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import {
  approveExpense,
  deleteExpense,
  keepExpenseAsSeparate,
  notePaymentDate,
  reimburseExpense,
  rejectExpense,
  reopenExpense,
  reverseExpense,
  setExpenseCategory,
} from './expenses.commands.ts';
import { findTwin } from './expenses.queries.ts';
import { saveExpense } from './save-expense.ts';

/** The expense commands bound to the open company. */
export function useExpenseCommands() {
  const { db, ctx } = useCompany();
  return useMemo(
    () => ({
      saveExpense: (save: FormSave<ExpenseFormValues>) => saveExpense(db, save, ctx),
      findTwin: (expense: Parameters<typeof findTwin>[1]) => findTwin(db, expense),
      deleteExpense: (id: string) => deleteExpense(db, id, ctx),
      approveExpense: (approval: Parameters<typeof approveExpense>[1]) => approveExpense(db, approval, ctx),
      rejectExpense: (refusal: Parameters<typeof rejectExpense>[1]) => rejectExpense(db, refusal, ctx),
      reimburseExpense: (seen: Expense) => reimburseExpense(db, seen, ctx),
      setCategory: (change: Parameters<typeof setExpenseCategory>[1]) => setExpenseCategory(db, change, ctx),
      keepAsSeparate: (seen: Expense) => keepExpenseAsSeparate(db, seen, ctx),
      notePaymentDate: (change: { seen: Expense; day: string | null }) => notePaymentDate(db, change, ctx),
      reverseExpense: (reversal: Parameters<typeof reverseExpense>[1]) => reverseExpense(db, reversal, ctx),
      reopenExpense: (reopening: Parameters<typeof reopenExpense>[1]) => reopenExpense(db, reopening, ctx),
    }),
    [db, ctx],
  );
}
