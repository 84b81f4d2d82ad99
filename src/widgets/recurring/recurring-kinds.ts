/** The two kinds of series: where they live, and how the keys of their words end. */
export const RECURRING_KINDS = {
  invoices: { collection: 'recurring_invoices', list: '/finance/recurring-invoices', one: 'Invoice', many: 'Invoices' },
  expenses: { collection: 'recurring_expenses', list: '/finance/recurring-expenses', one: 'Expense', many: 'Expenses' },
} as const;
export type RecurringKind = keyof typeof RECURRING_KINDS;
