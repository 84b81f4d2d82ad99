import { sumOf } from '#domain/money/money.ts';
import { LEFT, mm, NEXT_TOP, RIGHT, WIDTH } from './geometry.ts';
import { paginate, type PageRows } from './paginate.ts';
import { lineHeight, put, putRight, type Sheet, type Type } from './sheet.ts';
import { tableColumns, type Column, type TableColumns } from './table-columns.ts';
import { rowLineHeight, tableRows, type RowTypes, type TableRow } from './table-rows.ts';

type Table = {
  readonly columns: TableColumns;
  readonly rows: readonly TableRow[];
  readonly pages: readonly PageRows[];
  readonly types: RowTypes & { readonly head: Type };
  readonly headHeight: number;
  readonly carryHeight: number;
};

/** Filled heads and tinted rows reach over the text's edges, so that columns stay on the margin. */
const BLEED = 6;
const DESCRIPTION_WIDTH = mm(42);
const SMALLEST_CELL = 5.5;
/** An item longer than this share of a page may be divided by its end. */
const KEPT_SHARE = 0.3;

/** Figures in the billions with four decimals need room: the cells become smaller until the description has its share. */
function fittedColumns(sheet: Sheet, cell: Type, head: Type): { cell: Type; head: Type; columns: TableColumns } {
  const columns = tableColumns(sheet, { cell, head });
  if (columns.description.width >= DESCRIPTION_WIDTH || cell.size <= SMALLEST_CELL) return { cell, head, columns };
  return fittedColumns(sheet, { ...cell, size: cell.size - 0.5 }, { ...head, size: Math.min(head.size, cell.size - 0.5) });
}

function planTable(sheet: Sheet, tail: number): Table {
  const { style, palette } = sheet;
  const isFilled = style.tableHead === 'filled';
  const wished: Type = {
    size: style.small,
    isStrong: true,
    color: isFilled ? palette.onPrimary : style.tableHead === 'ruled' ? palette.primaryText : palette.muted,
  };
  const { cell, head, columns } = fittedColumns(sheet, { size: style.body, figures: 'tabular' }, wished);
  const types = { cell, head, itemTitle: { size: style.body, isStrong: true }, detail: { size: style.small + 0.5, color: palette.muted } };
  const headHeight = style.small + (isFilled ? 15 : 11);
  const carryHeight = sheet.document.kind === 'delivery_note' ? 0 : lineHeight(cell) + 2 * style.rowPadding;
  const next = sheet.bottom - NEXT_TOP - headHeight - carryHeight;
  const rows = tableRows(sheet, columns.description.width, types, next * KEPT_SHARE);
  const heights = rows.map((row) => row.height);
  const pages = paginate(heights, { first: sheet.bottom - sheet.y - headHeight, next, carry: carryHeight, tail });
  return { columns, rows, pages, types, headHeight, carryHeight };
}

const putCell = (sheet: Sheet, column: Column, y: number, value: string, type: Type) =>
  (column.isRight ? putRight : put)(sheet, [column.x, y], value, type);

function putHead(sheet: Sheet, { columns, types, headHeight }: Table, isTagged: boolean): void {
  const { pdf, style, palette } = sheet;
  const baseline = sheet.y + (headHeight + types.head.size * 0.72) / 2;
  const bottom = sheet.y + headHeight;
  const cells = [
    () => put(sheet, [columns.position.x, baseline], columns.position.label, types.head),
    () => put(sheet, [columns.description.x, baseline], columns.description.label, types.head),
    ...columns.values.map((column) => () => putCell(sheet, column, baseline, column.label, types.head)),
  ];
  pdf.artifact(() => {
    if (style.tableHead === 'filled') pdf.boxes([[LEFT - BLEED, sheet.y, WIDTH + 2 * BLEED, headHeight]], palette.primary);
    else pdf.line([LEFT, bottom], [RIGHT, bottom], { width: style.tableHead === 'ruled' ? 1 : 0.6, color: palette.primary });
  });
  // Only the first head is part of the table; its repetitions would be read as rows.
  if (isTagged)
    pdf.tag('THead', () =>
      pdf.tag('TR', () => {
        for (const cell of cells) pdf.tag('TH', cell, { attributes: '<</O/Table/Scope/Column>>' });
      }),
    );
  else for (const cell of cells) pdf.artifact(cell);
  sheet.y = bottom;
}

function putCarried(sheet: Sheet, table: Table, amount: number): void {
  const { style, palette, text, format, pdf } = sheet;
  const y = sheet.y + style.rowPadding + lineHeight(table.types.cell) * 0.78;
  const type: Type = { ...table.types.cell, color: palette.muted };
  pdf.artifact(() => {
    put(sheet, [table.columns.description.x, y], text.carried, type);
    putRight(sheet, [RIGHT, y], format.money(amount), { ...type, isStrong: true });
    if (style.rows !== 'tinted')
      pdf.line([LEFT, sheet.y + table.carryHeight], [RIGHT, sheet.y + table.carryHeight], { width: 0.4, color: palette.hairline });
  });
  sheet.y += table.carryHeight;
}

function putRow(sheet: Sheet, { columns, types }: Table, row: TableRow): void {
  const { pdf, style, palette } = sheet;
  const { item } = row;
  const [opening = { value: '', isDetail: false }] = row.lines;
  const first = sheet.y + (row.isFirst ? style.rowPadding : 0) + rowLineHeight(opening, types) * 0.78;
  pdf.artifact(() => {
    const bottom = sheet.y + row.height;
    if (style.rows === 'tinted' && item.position % 2 === 0)
      pdf.boxes([[LEFT - BLEED, sheet.y, WIDTH + 2 * BLEED, row.height]], palette.tint);
    if (style.rows === 'ruled' && row.isLast) pdf.line([LEFT, bottom], [RIGHT, bottom], { width: 0.4, color: palette.hairline });
  });
  const value = (column: Column) => (row.isFirst ? column.value(item) : '');
  pdf.tag('TR', () => {
    pdf.tag('TD', () => putCell(sheet, columns.position, first, value(columns.position), { ...types.cell, color: palette.muted }));
    pdf.tag('TD', () => {
      let y = first;
      for (const [index, line] of row.lines.entries()) {
        if (index > 0) y += rowLineHeight(line, types);
        put(sheet, [columns.description.x, y], line.value, line.isDetail ? types.detail : types.itemTitle);
      }
    });
    for (const column of columns.values) pdf.tag('TD', () => putCell(sheet, column, first, value(column), types.cell));
  });
  sheet.y += row.height;
}

/** The items over as many pages as they take, with carried totals; leaves `tail` points below the last row. A payment slip and a reminder have none. */
export function putLineTable(sheet: Sheet, tail: number, turn: () => void): void {
  const { pdf, document } = sheet;
  if (document.kind === 'payment_slip' || document.kind === 'reminder') return;
  const table = planTable(sheet, tail);
  const hasPrices = document.kind !== 'delivery_note';
  const carriedAfter = (rows: number) =>
    sumOf(
      table.rows.slice(0, rows).flatMap((row) => (row.isFirst ? [row.item.net] : [])),
      document.currency,
    );
  pdf.tag('Table', () => {
    const drawPage = ({ from, to }: PageRows, page: number) => {
      if (page > 0) turn();
      if (from === to && page === 0 && table.rows.length > 0) return;
      if (from < to || from === 0) putHead(sheet, table, from === 0);
      if (hasPrices && from > 0 && from < to) putCarried(sheet, table, carriedAfter(from));
      const body = () => {
        for (const row of table.rows.slice(from, to)) putRow(sheet, table, row);
      };
      if (from < to) pdf.tag('TBody', body);
      if (hasPrices && to > from && to < table.rows.length) putCarried(sheet, table, carriedAfter(to));
    };
    for (const [page, rows] of table.pages.entries()) drawPage(rows, page);
  });
}
