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

/** Documents of a kind: those in a currency, or those that have no rate in that of the books (`unrated`). */
export function foreignBehind(
  kind: ForeignKind,
  { from, to }: { from: string; to: string },
  which: { readonly currency: string } | { readonly unrated: string },
): string {
  switch (kind) {
    case 'issued':
      return invoicesBehind({ from, to, ...which, isNumbered: true });
    case 'supplied':
      return invoicesBehind({ pointFrom: from, pointTo: to, ...which, isNumbered: true });
    case 'owed':
      return invoicesBehind({ state: 'open', ...which });
    case 'received':
      return paymentsBehind({ from, to, ...which });
    case 'spent':
      return expensesBehind({ from, to, ...which, isBooked: true });
    case 'paid':
      return expensesBehind({ paidFrom: from, paidTo: to, ...which, isBooked: true });
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
