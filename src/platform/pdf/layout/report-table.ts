import type { PrintableReport, PrintableReportRow } from '#domain/documents/printable-report.ts';
import { paginate } from './paginate.ts';
import { REPORT_LEFT, REPORT_RIGHT, reportColumns, type ReportColumns, type ReportTypes } from './report-columns.ts';
import { lineHeight, wrappedLines, put, putRight, type Pen, type Type } from './sheet.ts';

const ROW_PADDING = 3.2;
const HEAD_PADDING = 4;
/** How far below a line's top its letters stand. */
const ASCENT = 0.78;

type Row = { readonly row: PrintableReportRow; readonly lines: readonly string[]; readonly height: number };
type Table = { readonly columns: ReportColumns; readonly types: ReportTypes; readonly headHeight: number };

const typeOf = ({ cell, strong }: ReportTypes, { kind }: PrintableReportRow): Type => (kind === 'item' ? cell : strong);

function putHead(pen: Pen, { columns, types, headHeight }: Table, isTagged: boolean): void {
  const { pdf, palette } = pen;
  const [bottom, pitch] = [pen.y + headHeight, lineHeight(types.head)];
  // Headings stand on the line, however many lines they have.
  const baseline = (lines: readonly string[], line: number) => bottom - HEAD_PADDING - (lines.length - 1 - line) * pitch;
  const cells = [
    () => columns.heading.forEach((line, n, all) => put(pen, [REPORT_LEFT, baseline(all, n)], line, types.head)),
    ...columns.amounts.map(({ right, heading }) => () => {
      for (const [n, line] of heading.entries()) putRight(pen, [right, baseline(heading, n)], line, types.head);
    }),
  ];
  pdf.artifact(() => pdf.line([REPORT_LEFT, bottom], [REPORT_RIGHT, bottom], { width: 0.8, color: palette.primary }));
  // Only the first head is part of the table; its repetitions would be read as rows.
  if (!isTagged) for (const cell of cells) pdf.artifact(cell);
  else
    pdf.tag('THead', () =>
      pdf.tag('TR', () => {
        for (const cell of cells) pdf.tag('TH', cell, { attributes: '<</O/Table/Scope/Column>>' });
      }),
    );
  pen.y = bottom;
}

function putRow(pen: Pen, { columns, types }: Table, { row, lines, height }: Row): void {
  const { pdf, palette } = pen;
  const type = typeOf(types, row);
  const first = pen.y + ROW_PADDING + lineHeight(type) * ASCENT;
  const rule =
    row.kind === 'total' ? { at: pen.y, width: 0.8, color: palette.ink } : { at: pen.y + height, width: 0.4, color: palette.hairline };
  pdf.artifact(() => pdf.line([REPORT_LEFT, rule.at], [REPORT_RIGHT, rule.at], rule));
  pdf.tag('TR', () => {
    pdf.tag(
      'TH',
      () => {
        for (const [n, line] of lines.entries())
          put(pen, [REPORT_LEFT, first + n * lineHeight(type)], line, { ...type, figures: 'proportional' });
      },
      { attributes: '<</O/Table/Scope/Row>>' },
    );
    for (const [n, { right }] of columns.amounts.entries()) pdf.tag('TD', () => putRight(pen, [right, first], row.cells[n] ?? '', type));
  });
  pen.y += height;
}

/** The rows over as many pages as they take, the head repeated on each; the last sums never stand alone. */
export function putReportTable(pen: Pen, report: PrintableReport, { nextTop, turn }: { nextTop: number; turn: () => void }): void {
  const { types, columns } = reportColumns(pen, report);
  const headLines = Math.max(columns.heading.length, ...columns.amounts.map(({ heading }) => heading.length));
  const table: Table = { columns, types, headHeight: headLines * lineHeight(types.head) + 2 * HEAD_PADDING };
  const rows = report.rows.map((row): Row => {
    const type = typeOf(types, row);
    const lines = wrappedLines(pen, row.label, columns.labelWidth, type);
    return { row, lines, height: lines.length * lineHeight(type) + 2 * ROW_PADDING };
  });
  const body = rows.slice(0, rows.findLastIndex(({ row }) => row.kind === 'item') + 1);
  const sums = rows.slice(body.length);
  const pages = paginate(
    body.map(({ height }) => height),
    {
      first: pen.bottom - pen.y - table.headHeight,
      next: pen.bottom - nextTop - table.headHeight,
      carry: 0,
      tail: sums.reduce((height, row) => height + row.height, 0),
    },
  );
  pen.pdf.tag('Table', () => {
    for (const [page, { from, to }] of pages.entries()) {
      if (page > 0) turn();
      putHead(pen, table, page === 0);
      const shown = [...body.slice(from, to), ...(page === pages.length - 1 ? sums : [])];
      if (shown.length === 0) continue;
      pen.pdf.tag('TBody', () => {
        for (const row of shown) putRow(pen, table, row);
      });
    }
  });
}
