import type { Expense } from '#domain/expenses/expense.ts';
import { NO_ORIGINAL, type StoredFile, UNREAD } from '#domain/files/file.ts';
import type { Vendor } from '#domain/vendors/vendor.ts';

type Base = { readonly id: string; readonly company_id: string; readonly at: string };
const common = ({ id, company_id, at }: Base) => ({ id, company_id, created_at: at, updated_at: at, rev: 'new' });
const address = { street: '', house_number: '', postal_code: '', city: '', country: '' };

export const vendorOf = (base: Base, name: string): Vendor => ({
  ...common(base),
  name,
  email: '',
  phone: '',
  ...address,
  vat_id: '',
  iban: null,
  notes: '',
  is_active: true,
});

export const expenseOf = (base: Base, description: string, userId: string, vendorId: string | null, amount: number): Expense => ({
  ...common(base),
  number: null,
  created_by: userId,
  category_id: null,
  vendor_id: vendorId,
  customer_id: null,
  description,
  amount,
  currency: 'EUR',
  tax_rate: null,
  tax_amount: 0,
  tax_lines: [],
  expense_date: '2026-01-31',
  status: 'pending',
  rejection_reason: '',
  is_separate: false,
  is_billable: false,
  is_reimbursable: true,
  paid_on: null,
  payment_method: '',
  decided_by: null,
  decided_at: null,
  recurring_expense_id: null,
  recurring_period: null,
  booked_on: null,
  exchange: null,
  booked_at: null,
  reverses_expense_id: null,
  reversal_reason: '',
});

export const fileOf = (base: Base, name: string, userId: string, expenseId: string | null): StoredFile => ({
  ...common(base),
  expense_id: expenseId,
  created_by: userId,
  path: `${base.company_id}/${base.id}.jpg`,
  name,
  mime_type: 'image/jpeg',
  size: 1234,
  sha256: 'a'.repeat(64),
  confidential: false,
  ...NO_ORIGINAL,
  ...UNREAD,
});
