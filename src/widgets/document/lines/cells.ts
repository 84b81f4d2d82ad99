import type { LineField } from '#domain/invoices/invoice-form.ts';

/** The fields of a line in the order the Enter key walks them. Without VAT there is no rate to type. */
export const lineFields = (hasTax: boolean): readonly LineField[] => [
  'description',
  'quantity',
  'unit',
  'unit_price',
  'discount_percent',
  ...(hasTax ? (['tax_rate'] as const) : []),
];

/** Where a key or a paste happened. */
export type CellPlace = { readonly lineId: string; readonly field: LineField };

export function placeOf(target: EventTarget): CellPlace | null {
  if (!(target instanceof HTMLElement)) return null;
  const lineId = target.closest('[data-line]')?.getAttribute('data-line');
  const field = target.getAttribute('data-cell');
  return lineId && field ? { lineId, field: field as LineField } : null;
}

/** Focuses a cell at once: whoever types fast must not hit the field before. */
export function focusCell(root: HTMLElement | null, { lineId, field }: CellPlace): void {
  const cell = root?.querySelector<HTMLElement>(`[data-line="${lineId}"] [data-cell="${field}"]`);
  cell?.focus();
  if (cell instanceof HTMLInputElement) cell.select();
}

/** The first line, where nobody has written anything yet. */
export function focusFirstLine(root: HTMLElement | null): void {
  const cell = root?.querySelector<HTMLInputElement | HTMLTextAreaElement>('[data-line] [data-cell="description"]');
  if (cell?.value === '') cell.focus();
}
