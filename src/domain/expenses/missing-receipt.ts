import { isBooked } from '#domain/reports/expense-cells.ts';
import type { Expense } from './expense.ts';

/** Whether a receipt is expected: it counts or may come to, and does not take back another. What was taken back itself has to be asked elsewhere. */
export const expectsReceipt = (expense: Pick<Expense, 'status' | 'reverses_expense_id'>): boolean =>
  (isBooked(expense) || expense.status === 'pending') && expense.reverses_expense_id === null;
