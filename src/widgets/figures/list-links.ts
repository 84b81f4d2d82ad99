import { EVERY_EXPENSE, type ExpenseFilter, filterToParams } from '#domain/expenses/expense-filter.ts';
import { EVERY_INVOICE, type InvoiceFilter, invoiceFilterToParams } from '#domain/invoices/invoice-filter.ts';
import { EVERY_PAYMENT, type PaymentFilter, paymentFilterToParams } from '#domain/payments/payment-filter.ts';
import type { VatMethod } from '#domain/tax/vat-method.ts';

/** Addresses of the lists behind a figure. */
export const invoicesBehind = (filter: Partial<InvoiceFilter>): string =>
  withParams('/finance/invoices', invoiceFilterToParams({ ...EVERY_INVOICE, ...filter }));
export const expensesBehind = (filter: Partial<ExpenseFilter>): string =>
  withParams('/finance/expenses', filterToParams({ ...EVERY_EXPENSE, ...filter }));
export const paymentsBehind = (filter: Partial<PaymentFilter>): string =>
  withParams('/finance/payments', paymentFilterToParams({ ...EVERY_PAYMENT, ...filter }));

/** The sales whose VAT counts in some days: by payment the payments, else what was supplied then. */
export const salesBehindVat = ({ from, to, currency }: { from: string; to: string; currency: string }, method: VatMethod | 'mixed') =>
  method === 'payment'
    ? paymentsBehind({ from, to, currency })
    : invoicesBehind({ pointFrom: from, pointTo: to, currency, isNumbered: true });

const withParams = (path: string, params: Record<string, string>): string => `${path}?${new URLSearchParams(params)}`;
