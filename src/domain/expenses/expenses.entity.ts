import { bookingDay } from '#domain/bookings/booking.ts';
import { amountToken, joined, monthToken } from '#domain/search/search-text.ts';
import { defineEntity } from '#domain/shared/define-entity.ts';
import { expenseSchema } from '#domain/expenses/expense.ts';
import { expenseCells } from '#domain/reports/expense-cells.ts';

export const expenses = defineEntity({
  name: 'expenses',
  schema: expenseSchema,
  resource: 'expenses',
  texts: 'expenses',
  page: { path: '/finance/expenses', isPerRecord: true },
  menu: { group: 'finance', place: 50, icon: 'receipt' },
  search: {
    place: 30,
    face: (it) => ({
      title: it.number ?? '',
      text: joined(it.description, amountToken(it.amount), monthToken(bookingDay(it.expense_date, it.booked_on))),
      partnerId: it.vendor_id,
      day: bookingDay(it.expense_date, it.booked_on),
    }),
  },
  references: {
    vendor_id: { to: 'vendors', protects: true },
    customer_id: { to: 'customers', protects: true },
    category_id: { to: 'expense_categories', protects: true },
    recurring_expense_id: { to: 'recurring_expenses', protects: false },
    reverses_expense_id: { to: 'expenses', protects: true },
  },
  indexes: [
    ['booking_day', 'id'],
    ['status', 'booking_day', 'id'],
    ['amount', 'id'],
    ['created_by', 'booking_day', 'id'],
    ['vendor_key', 'booking_day', 'id'],
    ['category_key', 'booking_day', 'id'],
    ['recurring_key', 'id'],
    ['reversal_key', 'id'],
  ],
  derived: {
    booking_day: { maxLength: 10, from: (expense) => bookingDay(expense.expense_date, expense.booked_on) },
    vendor_key: { maxLength: 36, from: (expense) => expense.vendor_id ?? '' },
    category_key: { maxLength: 36, from: (expense) => expense.category_id ?? '' },
    recurring_key: { maxLength: 36, from: (expense) => expense.recurring_expense_id ?? '' },
    reversal_key: { maxLength: 36, from: (expense) => expense.reverses_expense_id ?? '' },
  },
  tally: expenseCells,
  groups: [
    ['amount', 'currency', 'tax_rate', 'tax_amount', 'tax_lines', 'exchange', 'is_separate'],
    ['status', 'rejection_reason', 'paid_on', 'booked_on', 'decided_by', 'decided_at', 'booked_at'],
  ],
  decision: {
    made: ['status', 'rejection_reason', 'booked_on', 'decided_by', 'decided_at', 'booked_at'],
    on: [
      // Written with a reimbursement; alone it is a date like others.
      'paid_on',
      'amount',
      'currency',
      'tax_rate',
      'tax_amount',
      'tax_lines',
      'exchange',
      'expense_date',
      'description',
      'vendor_id',
      'customer_id',
      'category_id',
      'is_billable',
      'is_reimbursable',
      'payment_method',
      'is_separate',
    ],
  },
});
