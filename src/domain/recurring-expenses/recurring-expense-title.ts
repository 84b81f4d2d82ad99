import type { RecurringExpense } from './recurring-expense.ts';

/** What a recurring expense is called: who gets the money, else what for. */
export const recurringExpenseTitle = (item: Pick<RecurringExpense, 'description'>, vendorName: string | undefined): string | undefined =>
  vendorName ?? (item.description.split('\n')[0] || undefined);
