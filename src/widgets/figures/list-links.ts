import { EVERY_EXPENSE, type ExpenseFilter, filterToParams } from '#domain/expenses/expense-filter.ts';
import { EVERY_INVOICE, type InvoiceFilter, invoiceFilterToParams } from '#domain/invoices/invoice-filter.ts';
import { EVERY_PAYMENT, type PaymentFilter, paymentFilterToParams } from '#domain/payments/payment-filter.ts';

/** Addresses of the lists behind a figure. */
export const invoicesBehind = (filter: Partial<InvoiceFilter>): string =>
  withParams('/finance/invoices', invoiceFilterToParams({ ...EVERY_INVOICE, ...filter }));
export const expensesBehind = (filter: Partial<ExpenseFilter>): string =>
  withParams('/finance/expenses', filterToParams({ ...EVERY_EXPENSE, ...filter }));
export const paymentsBehind = (filter: Partial<PaymentFilter>): string =>
  withParams('/finance/payments', paymentFilterToParams({ ...EVERY_PAYMENT, ...filter }));

const withParams = (path: string, params: Record<string, string>): string => `${path}?${new URLSearchParams(params)}`;
