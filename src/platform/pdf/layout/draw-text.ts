import type { PrintableText, TextPart } from '#domain/documents/printable-text.ts';
import { mm } from './geometry.ts';
import { drawFramed, type FramedParts, REPORT_NEXT_TOP } from './report-frame.ts';
import { REPORT_LEFT, REPORT_RIGHT, REPORT_WIDTH } from './report-columns.ts';
import { lineHeight, type Paper, type Pen, put, type Type, wrappedLines } from './sheet.ts';

const BODY: Type = { size: 9 };
const GAP = mm(4);
const PADDING = 3;
const INDENT = mm(4);
/** How far below a line's top its letters stand. */
const ASCENT = 0.78;

type Table = Extract<TextPart, { kind: 'table' }>;
type Turning = { readonly turn: () => void };

/** Begins a page if there is no room for so much. */
function keep(pen: Pen, height: number, { turn }: Turning): void {
  if (pen.y + height > pen.bottom) turn();
}

function putLine(pen: Pen, x: number, line: string, type: Type): void {
  pen.y += lineHeight(type);
  put(pen, [x, pen.y], line, type);
}

function putHeading(pen: Pen, text: string, turning: Turning): void {
  const type: Type = { size: 11.5, isStrong: true, color: pen.palette.primaryText };
  // A heading stands above something: three lines of what follows.
  keep(pen, mm(5) + lineHeight(type) + 4 + 3 * lineHeight(BODY), turning);
  if (pen.y > REPORT_NEXT_TOP) pen.y += mm(3.5);
  pen.pdf.tag('H2', () => {
    for (const line of wrappedLines(pen, text, REPORT_WIDTH, type)) putLine(pen, REPORT_LEFT, line, type);
  });
  pen.y += 4;
}

function putText(pen: Pen, text: string, { x, turning }: { x: number; turning: Turning }): void {
  const lines = wrappedLines(pen, text, REPORT_RIGHT - x, BODY);
  pen.pdf.tag('P', () => {
    for (const [place, line] of lines.entries()) {
      // Neither the first line of a paragraph stands alone at the foot of a page, nor the last one at the head of the next.
      const together = place === 0 && lines.length <= 3 ? lines.length : place === 0 || place === lines.length - 2 ? 2 : 1;
      keep(pen, lineHeight(BODY) * Math.min(together, lines.length), turning);
      putLine(pen, x, line, BODY);
    }
  });
}

function putPoints(pen: Pen, points: readonly string[], turning: Turning): void {
  for (const point of points) {
    keep(pen, lineHeight(BODY) * 2, turning);
    const top = pen.y + lineHeight(BODY);
    pen.pdf.artifact(() => put(pen, [REPORT_LEFT + 2, top], '\u2022', { ...BODY, color: pen.palette.muted }));
    putText(pen, point, { x: REPORT_LEFT + INDENT, turning });
    pen.y += 2;
  }
}

type Cell = { readonly x: number; readonly lines: readonly string[]; readonly type: Type };

function cellsOf(pen: Pen, { shares, headings }: Table, row: readonly string[], head: Type | null): Cell[] {
  const room = REPORT_WIDTH - GAP * (shares.length - 1);
  const sum = shares.reduce((all, share) => all + share, 0);
  let x = REPORT_LEFT;
  return shares.map((share, column) => {
    const width = (room * share) / sum;
    const type = head ?? {
      size: 8.5,
      isStrong: column === 0 && headings.length > 0,
      ...(column === 0 && headings.length === 0 && { color: pen.palette.muted }),
    };
    const cell = { x, lines: wrappedLines(pen, row[column] ?? '', width, type), type };
    x += width + GAP;
    return cell;
  });
}

const heightOf = (cells: readonly Cell[]): number =>
  Math.max(...cells.map(({ lines, type }) => lines.length * lineHeight(type))) + 2 * PADDING;

/** A row, or with `as` the head. Only the first head is part of the table; its repetitions would be read as rows. */
function putRow(pen: Pen, cells: readonly Cell[], as: 'TD' | 'TH' | 'repeated'): void {
  const { pdf, palette } = pen;
  const [top, height] = [pen.y, heightOf(cells)];
  const draw = ({ x, lines, type }: Cell) => {
    for (const [n, line] of lines.entries()) put(pen, [x, top + PADDING + lineHeight(type) * (n + ASCENT)], line, type);
  };
  const rule = as === 'TD' ? { width: 0.4, color: palette.hairline } : { width: 0.8, color: palette.primary };
  pdf.artifact(() => pdf.line([REPORT_LEFT, top + height], [REPORT_RIGHT, top + height], rule));
  if (as === 'repeated') for (const cell of cells) pdf.artifact(() => draw(cell));
  else
    pdf.tag('TR', () => {
      for (const [column, cell] of cells.entries()) {
        if (as === 'TH') pdf.tag('TH', () => draw(cell), { attributes: '<</O/Table/Scope/Column>>' });
        else if (column === 0) pdf.tag('TH', () => draw(cell), { attributes: '<</O/Table/Scope/Row>>' });
        else pdf.tag('TD', () => draw(cell));
      }
    });
  pen.y = top + height;
}

function putTable(pen: Pen, table: Table, turning: Turning): void {
  const { pdf, palette } = pen;
  const head = table.headings.length > 0 ? cellsOf(pen, table, table.headings, { size: 7.5, isStrong: true, color: palette.muted }) : null;
  const rows = table.rows.map((row) => cellsOf(pen, table, row, null));
  const [first] = rows;
  keep(pen, (head ? heightOf(head) : 0) + (first ? heightOf(first) : 0), turning);
  pdf.tag('Table', () => {
    if (head) pdf.tag('THead', () => putRow(pen, head, 'TH'));
    pdf.tag('TBody', () => {
      for (const cells of rows) {
        if (pen.y + heightOf(cells) > pen.bottom) {
          turning.turn();
          if (head) putRow(pen, head, 'repeated');
        }
        putRow(pen, cells, 'TD');
      }
    });
  });
  pen.y += 4;
}

function putPart(pen: Pen, part: TextPart, turning: Turning): void {
  if (part.kind === 'heading') putHeading(pen, part.text, turning);
  else if (part.kind === 'points') putPoints(pen, part.points, turning);
  else if (part.kind === 'table') putTable(pen, part, turning);
  else putText(pen, part.text, { x: REPORT_LEFT, turning });
  if (part.kind === 'paragraph' || part.kind === 'points') pen.y += 4;
}

/** Lays a text out over as many pages as it takes. A writer that it returns only needs to be saved. */
export const drawText = <P extends Paper>(parts: FramedParts<PrintableText, P>): P =>
  drawFramed(parts, (pen, turn) => {
    for (const part of parts.document.parts) putPart(pen, part, { turn });
  });
