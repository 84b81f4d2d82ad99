import type { Invoice } from '#domain/invoices/invoice.ts';
import { addCells, type OpenSums, type Sums } from './cell.ts';
import { openCells } from './invoice-cells.ts';

/** An invoice as the sums know it, and as it stands with payments that the server has not counted yet. */
export type Restatement = { readonly stored: Invoice; readonly standing: Invoice };

/** What is still owed counts payments from the moment they are written here; an invoice's own total learns of them from the server only. */
export function asTheyStand(sums: Sums, restated: readonly Restatement[]): Sums {
  const changed: OpenSums = new Map();
  for (const { stored, standing } of restated) {
    addCells(changed, openCells(stored), -1n);
    addCells(changed, openCells(standing));
  }
  return [...changed].reduce<Map<string, ReadonlyMap<string, readonly bigint[]>>>((all, [month, cells]) => {
    const merged: OpenSums = new Map([['', new Map([...(all.get(month) ?? [])].map(([key, values]) => [key, [...values]]))]]);
    for (const [key, values] of cells) addCells(merged, [{ month: '', key, values }]);
    return all.set(month, merged.get('') ?? new Map());
  }, new Map(sums));
}
