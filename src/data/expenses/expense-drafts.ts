import { formDrafts } from '#data/drafts/form-drafts.ts';
import type { ExpenseFormValues } from '#domain/expenses/expense-form.ts';
import { attachLeft } from './save-expense.ts';

export const expenseDrafts = formDrafts<ExpenseFormValues>('expense', { collection: 'expenses', complete: attachLeft });
