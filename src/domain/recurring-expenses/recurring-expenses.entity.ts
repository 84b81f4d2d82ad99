import { amountToken, joined } from '#domain/search/search-text.ts';
import { defineEntity } from '#domain/shared/define-entity.ts';
import { recurringExpenseSchema } from '#domain/recurring-expenses/recurring-expense.ts';

/** `last_generated`, `next_generation` and `generation_error` are the server's: no device writes them into a record that exists. */
export const recurringExpenses = defineEntity({
  name: 'recurring_expenses',
  schema: recurringExpenseSchema,
  resource: 'recurring_expenses',
  texts: 'recurring',
  page: { path: '/finance/recurring-expenses', isPerRecord: true },
  menu: { group: 'finance', place: 60, icon: 'calendar-repeat' },
  search: {
    place: 70,
    face: (it) => ({ title: '', text: joined(it.description, amountToken(it.amount)), partnerId: it.vendor_id, day: it.created_at }),
  },
  references: {
    vendor_id: { to: 'vendors', protects: true },
    customer_id: { to: 'customers', protects: true },
    category_id: { to: 'expense_categories', protects: true },
  },
  indexes: [['created_at', 'id']],
  groups: [
    ['interval', 'start_date', 'end_date'],
    ['amount', 'currency', 'tax_rate', 'tax_amount'],
    ['is_active', 'skip_before'],
  ],
  decision: {
    made: ['generate_requested', 'is_active', 'skip_before', 'auto_generate'],
    on: [
      'amount',
      'currency',
      'tax_rate',
      'tax_amount',
      'vendor_id',
      'customer_id',
      'category_id',
      'description',
      'payment_method',
      'is_billable',
      'is_reimbursable',
      'interval',
      'start_date',
      'end_date',
      'lead_days',
    ],
  },
});
