import { paidTotal } from '#domain/payments/payment-state.ts';
import { sumOf } from '#domain/money/money.ts';
import type { Invoice } from '#domain/invoices/invoice.ts';
import type { Payment } from '#domain/payments/payment.ts';
import { addCells, type OpenSums, type Sums } from './cell.ts';
import { openCells, withPayments } from './invoice-cells.ts';

/** A payment as the server has it and as this device has it; null where there is none. */
export type PaymentEdit = { readonly base: Payment | null; readonly mine: Payment | null };

/** What is still owed counts payments from the moment they are written here; an invoice's own total learns of them from the server only. */
export function withUnsynced(sums: Sums, edits: readonly PaymentEdit[], invoices: ReadonlyMap<string, Invoice>): Sums {
  const changed: OpenSums = new Map();
  for (const [id, invoice] of invoices) {
    const here = edits.map(({ mine }) => mine).filter((payment) => payment?.invoice_id === id);
    const there = edits.map(({ base }) => base).filter((payment) => payment?.invoice_id === id);
    const total = (payments: readonly (Payment | null)[]) =>
      paidTotal(
        payments.filter((payment) => payment !== null),
        invoice.currency,
      );
    addCells(changed, openCells(invoice), -1n);
    addCells(changed, openCells(withPayments(invoice, sumOf([invoice.paid_total, total(here), -total(there)], invoice.currency))));
  }
  return [...changed].reduce<Map<string, ReadonlyMap<string, readonly bigint[]>>>((all, [month, cells]) => {
    const merged: OpenSums = new Map([['', new Map([...(all.get(month) ?? [])].map(([key, values]) => [key, [...values]]))]]);
    for (const [key, values] of cells) addCells(merged, [{ month: '', key, values }]);
    return all.set(month, merged.get('') ?? new Map());
  }, new Map(sums));
}
