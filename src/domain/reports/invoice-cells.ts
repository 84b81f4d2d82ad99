import { monthOf } from '#domain/dates/calendar.ts';
import { type Claimed, claimOf, refundDue } from '#domain/invoices/claim.ts';
import { listDate } from '#domain/invoices/list-date.ts';
import { isAwaitingPayment, isOpenDraft } from '#domain/invoices/invoice-state.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import { toMinor } from '#domain/money/money.ts';
import { partCategory } from '#domain/tax/line-tax.ts';
import { paymentState } from '#domain/payments/payment-state.ts';
import { type Cell, cellKey } from './cell.ts';
import { claimSides, invoiceSides, type Side } from './in-books.ts';

/**
 * Documents that left the house, by the day of issue: `invoiced|cur` with count, net, tax, gross, and `output|cur|rate|tax category` (empty where
 * 0 % has no reason) with count, net, tax. A cancelled invoice stays in and its cancellation takes it out again. By the tax point
 * `supply|cur|rate|tax category` is the same, `point|cur` has count and gross. `open|cur|due day`: count and what is still owed.
 * `refund|cur`: count and what has to go back after a correction or cancellation. Not issued yet: `draft|cur|status` with count and gross. With a rate the same again in the currency of the books.
 */
export const invoiceCells = (invoice: Invoice): Cell[] => invoiceSides(invoice).flatMap(cellsOfSide);

function cellsOfSide({ it: invoice, label: currency }: Side<Invoice>): Cell[] {
  const minor = (amount: number) => toMinor(amount, invoice.currency);
  const month = monthOf(listDate(invoice));
  if (isOpenDraft(invoice)) return [{ month, key: cellKey('draft', currency, invoice.status), values: [1n, minor(invoice.gross_total)] }];
  const point = monthOf(invoice.tax_point ?? listDate(invoice));
  const totals = [1n, minor(invoice.net_total), minor(invoice.tax_total), minor(invoice.gross_total)];
  return [
    { month, key: cellKey('invoiced', currency), values: totals },
    { month: point, key: cellKey('point', currency), values: [1n, minor(invoice.gross_total)] },
    ...invoice.tax_breakdown.flatMap(({ tax_rate, tax_category, net, tax }): Cell[] => {
      const of = [currency, tax_rate, partCategory({ tax_rate, tax_category }, invoice.tax_mode) ?? ''] as const;
      const values = [1n, minor(net), minor(tax)];
      return [
        { month, key: cellKey('output', ...of), values },
        { month: point, key: cellKey('supply', ...of), values },
      ];
    }),
    ...claimCells({ it: invoice, label: currency }),
  ];
}

type Claim = Pick<
  Invoice,
  | 'status'
  | 'document_type'
  | 'currency'
  | 'exchange'
  | 'gross_total'
  | 'corrections'
  | 'paid_total'
  | 'payment_status'
  | 'due_date'
  | 'issue_date'
  | 'created_at'
>;

/** What an issued invoice still lets us expect, or lets its customer expect back (`refund`); nothing when it is settled. */
export const openCells = (invoice: Claim): Cell[] => claimSides(invoice).flatMap(claimCells);

function claimCells({ it: invoice, label }: Side<Claim>): Cell[] {
  const refund = refundDue(invoice);
  const due = invoice.due_date ?? listDate(invoice);
  const month = monthOf(due);
  if (refund > 0) return [{ month, key: cellKey('refund', label), values: [1n, toMinor(refund, invoice.currency)] }];
  if (!isAwaitingPayment(invoice)) return [];
  const owed = toMinor(claimOf(invoice), invoice.currency) - toMinor(invoice.paid_total, invoice.currency);
  return [{ month, key: cellKey('open', label, due), values: [1n, owed] }];
}

/** The invoice as it stands with payments that the server has not counted yet. */
export const withPayments = <T extends Claimed & Pick<Invoice, 'payment_status'>>(invoice: T, paidTotal: number): T => ({
  ...invoice,
  paid_total: paidTotal,
  payment_status: paymentState(claimOf(invoice), paidTotal),
});
