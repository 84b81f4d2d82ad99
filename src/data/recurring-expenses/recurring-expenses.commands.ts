import { seriesCommands } from '#data/recurring/series-commands.ts';
import { expenseRule } from '#domain/recurring-expenses/recurring-expense-form.ts';
import { recurringExpenseInputSchema } from '#domain/recurring-expenses/recurring-expense.ts';

/** Recurring expenses; see `seriesCommands`. */
export const {
  create: createRecurringExpense,
  edit: editRecurringExpense,
  pause: pauseRecurringExpense,
  resume: resumeRecurringExpense,
  remove: deleteRecurringExpense,
  request: requestExpenseGeneration,
  withdraw: withdrawExpenseGeneration,
} = seriesCommands({
  name: 'recurring_expenses',
  inputSchema: recurringExpenseInputSchema,
  ruleOf: expenseRule,
  generateKey: 'recurring_expenses.update',
});
