import { converted, convertedParts, type Exchange } from '#domain/exchange/document-exchange.ts';
import type { Expense } from '#domain/expenses/expense.ts';
import { taxLinesOf } from '#domain/expenses/tax-line.ts';
import { type Claimed, claimOf } from '#domain/invoices/claim.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { sumOf } from '#domain/money/money.ts';
import type { Payment } from '#domain/payments/payment.ts';

/** A document, and the same in the currency of the books where it has a rate; `label` is the currency part of its cells (`USD`, `EUR<USD`). */
export type Side<T> = { readonly label: string; readonly it: T };

type Foreign = { readonly currency: string; readonly exchange?: Exchange | null | undefined };

function sides<T extends Foreign>(it: T, inBooks: (it: T, exchange: Exchange) => T): Side<T>[] {
  const { currency, exchange } = it;
  const own = { label: currency, it };
  return exchange ? [own, { label: `${exchange.currency}<${currency}`, it: inBooks(it, exchange) }] : [own];
}

const taxOf = (parts: readonly { readonly tax: number }[], currency: string): number =>
  sumOf(
    parts.map(({ tax }) => tax),
    currency,
  );
const less = (gross: number, tax: number, currency: string): number => sumOf([gross, 0 - tax], currency);

function invoiceInBooks<T extends Claim>(invoice: T, exchange: Exchange): T {
  const { currency, amount: gross_total } = exchange;
  const claim = converted(claimOf(invoice), invoice.currency, exchange);
  const corrections = invoice.corrections?.length ? [{ gross_total: less(claim, gross_total, currency) }] : [];
  return { ...invoice, currency, gross_total, corrections, paid_total: converted(invoice.paid_total, invoice.currency, exchange) };
}
type Claim = Foreign & Claimed & Pick<Invoice, 'paid_total'>;

/** What an invoice claims, in its currency and in that of the books by its own rate. */
export const claimSides = <T extends Claim>(invoice: T): Side<T>[] => sides(invoice, invoiceInBooks);

export const invoiceSides = (invoice: Invoice): Side<Invoice>[] =>
  sides(invoice, (it, exchange) => {
    const tax_breakdown = convertedParts(it.tax_breakdown, it.currency, exchange);
    const tax_total = taxOf(tax_breakdown, exchange.currency);
    const net_total = less(exchange.amount, tax_total, exchange.currency);
    return { ...invoiceInBooks(it, exchange), tax_breakdown, tax_total, net_total };
  });

export const expenseSides = (expense: Expense): Side<Expense>[] =>
  sides(expense, (it, exchange) => {
    const tax_lines = convertedParts(taxLinesOf(it), it.currency, exchange);
    return { ...it, currency: exchange.currency, amount: exchange.amount, tax_lines, tax_amount: taxOf(tax_lines, exchange.currency) };
  });

/** By the rate of the payment. */
export const paymentSides = (payment: Payment): Side<Payment>[] =>
  sides(payment, (it, exchange) => {
    const inBooks = (value: number) => converted(value, it.currency, exchange);
    // What an older app recorded waits for the server's word.
    const tax_shares = (it.tax_shares ?? []).map((share) => ({ ...share, net: inBooks(share.net), tax: inBooks(share.tax) }));
    return { ...it, currency: exchange.currency, amount: exchange.amount, tax_shares };
  });

/** The side that a report in a currency reads; nothing where the document has none in it. */
export const sideIn = <T extends Foreign>(all: readonly Side<T>[], currency: string): readonly T[] =>
  all.flatMap(({ it }) => (it.currency === currency ? [it] : []));
