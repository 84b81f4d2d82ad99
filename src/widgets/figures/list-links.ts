import { EVERY_EXPENSE, type ExpenseFilter, filterToParams } from '#domain/expenses/expense-filter.ts';
import { EVERY_INVOICE, type InvoiceFilter, invoiceFilterToParams } from '#domain/invoices/invoice-filter.ts';
import { EVERY_PAYMENT, type PaymentFilter, paymentFilterToParams } from '#domain/payments/payment-filter.ts';
import type { ForeignKind } from '#domain/reports/foreign-documents.ts';
import type { VatMethod } from '#domain/tax/vat-method.ts';

/** Addresses of the lists behind a figure. */
export const invoicesBehind = (filter: Partial<InvoiceFilter>): string =>
  withParams('/finance/invoices', invoiceFilterToParams({ ...EVERY_INVOICE, ...filter }));
export const expensesBehind = (filter: Partial<ExpenseFilter>): string =>
  withParams('/finance/expenses', filterToParams({ ...EVERY_EXPENSE, ...filter }));
export const paymentsBehind = (filter: Partial<PaymentFilter>): string =>
  withParams('/finance/payments', paymentFilterToParams({ ...EVERY_PAYMENT, ...filter }));

/** The documents of a kind that have no rate in the currency of the books. */
export function withoutRateBehind(kind: ForeignKind, { from, to }: { from: string; to: string }, unrated: string): string {
  switch (kind) {
    case 'issued':
      return invoicesBehind({ from, to, unrated, isNumbered: true });
    case 'supplied':
      return invoicesBehind({ pointFrom: from, pointTo: to, unrated, isNumbered: true });
    case 'owed':
      return invoicesBehind({ state: 'open', unrated });
    case 'received':
      return paymentsBehind({ from, to, unrated });
    case 'spent':
      return expensesBehind({ from, to, unrated, isBooked: true });
    case 'paid':
      return expensesBehind({ paidFrom: from, paidTo: to, unrated, isBooked: true });
  }
}

/** The sales whose VAT counts in some days: by payment the payments, else what was supplied then. */
export const salesBehindVat = (
  { from, to, currency }: { from: string; to: string; currency: string | null },
  method: VatMethod | 'mixed',
) =>
  method === 'payment'
    ? paymentsBehind({ from, to, currency })
    : invoicesBehind({ pointFrom: from, pointTo: to, currency, isNumbered: true });

const withParams = (path: string, params: Record<string, string>): string => `${path}?${new URLSearchParams(params)}`;
