import type { Expense } from '#domain/expenses/expense.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { newId } from '#platform/ids/ids.ts';
import { testId } from './builders.ts';

const common = () => ({
  id: newId(),
  company_id: testId(1),
  created_at: '2026-01-15T09:00:00Z',
  updated_at: '2026-01-15T09:00:00Z',
  rev: 'srv-1',
  created_by: testId(2),
});

/** An expense as a device has it: 119 gross with 19 % in it, pending, unless told otherwise. */
export const expenseOf = (values: Partial<Expense> = {}): Expense => ({
  ...common(),
  number: null,
  category_id: null,
  vendor_id: null,
  customer_id: null,
  description: 'Train',
  amount: 119,
  currency: 'EUR',
  tax_rate: 19,
  tax_amount: 19,
  tax_lines: [],
  expense_date: '2026-01-15',
  status: 'pending',
  rejection_reason: '',
  is_separate: false,
  is_billable: false,
  is_reimbursable: false,
  paid_on: null,
  payment_method: '',
  decided_by: null,
  decided_at: null,
  recurring_expense_id: null,
  recurring_period: null,
  booked_on: null,
  booked_at: null,
  reverses_expense_id: null,
  reversal_reason: '',
  ...values,
});

/** An issued, unpaid invoice of 119 gross, due on the last of January, unless told otherwise. */
export const invoiceOf = (values: Partial<Invoice> = {}): Invoice =>
  ({
    ...common(),
    number: 'INV-2026-0001',
    document_type: 'invoice',
    cancels_id: null,
    cancelled_by_id: null,
    customer_id: null,
    recurring_invoice_id: null,
    recurring_period: null,
    booked_on: null,
    booked_at: null,
    reverses_expense_id: null,
    reversal_reason: '',
    status: 'issued',
    delivery: 'not_sent',
    sent_at: null,
    issue_date: '2026-01-17',
    due_date: '2026-01-31',
    due_days: 14,
    service_from: null,
    service_to: null,
    currency: 'EUR',
    language: 'en',
    reference: '',
    notes: '',
    internal_notes: '',
    payment_terms: '',
    tax_mode: 'standard',
    seller: null,
    buyer: null,
    net_total: 100,
    tax_total: 19,
    gross_total: 119,
    tax_breakdown: [{ tax_rate: 19, net: 100, tax: 19 }],
    paid_total: 0,
    payment_status: 'unpaid',
    overruled_warnings: [],
    items: [],
    ...values,
  }) as Invoice;

/** A payment of 119 on 20 January, unless told otherwise. */
export const paymentOf = (values: Partial<Payment> = {}): Payment => ({
  ...common(),
  invoice_id: testId(3),
  amount: 119,
  currency: 'EUR',
  payment_date: '2026-01-20',
  booked_on: null,
  tax_point: '2026-01-15',
  tax_shares: [{ tax_rate: 19, tax_category: 'S', net: 100, tax: 19 }],
  is_separate: false,
  reverses_payment_id: null,
  reversal_reason: '',
  method: 'bank_transfer',
  reference: '',
  notes: '',
  ...values,
});
