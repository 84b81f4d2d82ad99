import { formDrafts } from '#data/drafts/form-drafts.ts';
import type { ExpenseFormValues } from '#domain/expenses/expense-form.ts';

export const expenseDrafts = formDrafts<ExpenseFormValues>('expense');
