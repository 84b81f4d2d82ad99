import { unitText } from '#domain/documents/document-text.ts';
import type { PrintableItem } from '#domain/documents/printable-document.ts';
import { LEFT, mm, RIGHT } from './geometry.ts';
import { shortened, textWidth, type Sheet, type Type } from './sheet.ts';

/** A column of one-line values; the description is laid out apart, in what they leave. */
export type Column = {
  readonly label: string;
  readonly isRight: boolean;
  readonly value: (item: PrintableItem) => string;
  /** Where its text begins, or ends when it is right-aligned. */
  readonly x: number;
};

export type TableColumns = {
  readonly position: Column;
  readonly description: { readonly label: string; readonly x: number; readonly width: number };
  readonly values: readonly Column[];
};

type Wanted = Omit<Column, 'x'>;

const GAP = mm(5);
/** A unit is free text; the description must not pay for a long one. */
const UNIT_WIDTH = mm(24);

function wantedColumns(sheet: Sheet, cell: Type): Wanted[] {
  const { document, format, text } = sheet;
  const unitOf = (item: PrintableItem) => shortened(sheet, unitText(item.unit, item.quantity, document.language), UNIT_WIDTH, cell);
  const quantity: Wanted = { label: text.quantity, isRight: true, value: (item) => format.quantity(item.quantity) };
  const unit: Wanted = { label: text.unit, isRight: false, value: unitOf };
  const hasUnits = document.items.some((item) => item.unit !== '');
  const counts = hasUnits ? [quantity, unit] : [quantity];
  if (document.kind === 'delivery_note' && !document.shows_prices) return counts;
  const hasDiscount = document.items.some((item) => item.discount_percent !== 0);
  const hasTax = document.show_tax && document.is_taxed;
  return [
    ...counts,
    { label: text.unitPrice, isRight: true, value: (item) => format.unitPrice(item.unit_price) },
    ...(hasDiscount
      ? [
          {
            label: text.discount,
            isRight: true,
            value: ({ discount_percent: off }: PrintableItem) => (off === 0 ? '' : format.percent(off)),
          },
        ]
      : []),
    ...(hasTax
      ? [{ label: text.taxRate, isRight: true, value: (item: PrintableItem) => `${format.percent(item.tax_rate)} ${item.tax_mark}`.trim() }]
      : []),
    { label: text.amount, isRight: true, value: (item) => format.money(item.net) },
  ];
}

/** Columns as wide as their widest value; the description gets the rest. */
export function tableColumns(sheet: Sheet, types: { readonly head: Type; readonly cell: Type }): TableColumns {
  const { items } = sheet.document;
  const widest = (column: Wanted) =>
    Math.max(textWidth(sheet, column.label, types.head), ...items.map((item) => textWidth(sheet, column.value(item), types.cell)));
  const values: Column[] = [];
  let right = RIGHT;
  for (const column of wantedColumns(sheet, types.cell).toReversed()) {
    const width = widest(column);
    values.unshift({ ...column, x: column.isRight ? right : right - width });
    // A unit belongs to its quantity and stands close to it.
    right -= width + (column.isRight ? GAP : mm(2));
  }
  const position: Column = { label: sheet.text.position, isRight: false, value: (item) => String(item.position), x: LEFT };
  const x = LEFT + Math.max(mm(9), widest(position) + mm(3));
  return { position, description: { label: sheet.text.description, x, width: right - x }, values };
}
