import type { Invoice } from '#domain/invoices/invoice.ts';
import { addCells, type OpenSums, type Sums } from './cell.ts';
import { openCells } from './invoice-cells.ts';

/** An invoice as the sums know it, and with the balance that counts payments that the server has not counted yet. */
export type LocalBalance = { readonly stored: Invoice; readonly local: Invoice };

/** What is still owed counts payments from the moment they are written here; an invoice's own total learns of them from the server only. */
export function sumsWithLocalBalances(sums: Sums, balances: readonly LocalBalance[]): Sums {
  const changed: OpenSums = new Map();
  for (const { stored, local } of balances) {
    addCells(changed, openCells(stored), -1n);
    addCells(changed, openCells(local));
  }
  return [...changed].reduce<Map<string, ReadonlyMap<string, readonly bigint[]>>>((all, [month, cells]) => {
    const merged: OpenSums = new Map([['', new Map([...(all.get(month) ?? [])].map(([key, values]) => [key, [...values]]))]]);
    for (const [key, values] of cells) addCells(merged, [{ month: '', key, values }]);
    return all.set(month, merged.get('') ?? new Map());
  }, new Map(sums));
}
