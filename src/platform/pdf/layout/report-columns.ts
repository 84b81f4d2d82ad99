import type { PrintableReport } from '#domain/documents/printable-report.ts';
import { PAGE_WIDTH } from '#platform/pdf/writer/pdf-writer.ts';
import { mm } from './geometry.ts';
import { wrappedLines, textWidth, type Pen, type Type } from './sheet.ts';

/** Reports are filed, not posted: room for the punch, else the page is theirs. */
export const REPORT_LEFT = mm(20);
export const REPORT_RIGHT = PAGE_WIDTH - mm(15);
export const REPORT_WIDTH = REPORT_RIGHT - REPORT_LEFT;

export type ReportTypes = { readonly head: Type; readonly cell: Type; readonly strong: Type };
/** A column of amounts, by where they end. */
type AmountColumn = { readonly right: number; readonly heading: readonly string[] };
export type ReportColumns = { readonly labelWidth: number; readonly heading: readonly string[]; readonly amounts: readonly AmountColumn[] };

const GAP = mm(4);
/** A heading wider than this goes over several lines. */
const HEADING_WIDTH = mm(21);
const LABEL_WIDTH = mm(48);
const [LARGEST, SMALLEST] = [9, 6] as const;

function columnsAt(pen: Pen, { headings, rows }: PrintableReport, { head, cell, strong }: ReportTypes): ReportColumns {
  const [label = '', ...names] = headings;
  let right = REPORT_RIGHT;
  const amounts: AmountColumn[] = [];
  for (const [place, name] of [...names.entries()].toReversed()) {
    const values = rows.map(({ cells, kind }) => textWidth(pen, cells[place] ?? '', kind === 'item' ? cell : strong));
    const room = Math.max(HEADING_WIDTH, ...values);
    const heading = wrappedLines(pen, name, room, head);
    amounts.unshift({ right, heading });
    right -= Math.max(...values, ...heading.map((line) => textWidth(pen, line, head))) + GAP;
  }
  const labelWidth = right - REPORT_LEFT;
  return { labelWidth, heading: wrappedLines(pen, label, labelWidth, head), amounts };
}

/** Columns of amounts as wide as what is in them; what they leave is for names, and the figures become smaller until that is enough. */
export function reportColumns(pen: Pen, report: PrintableReport): { types: ReportTypes; columns: ReportColumns } {
  for (let size: number = LARGEST; ; size -= 0.5) {
    const cell: Type = { size, figures: 'tabular' };
    const types = {
      cell,
      strong: { ...cell, isStrong: true },
      head: { size: Math.min(7.5, size), isStrong: true, color: pen.palette.muted },
    };
    const columns = columnsAt(pen, report, types);
    if (columns.labelWidth >= LABEL_WIDTH || size <= SMALLEST) return { types, columns };
  }
}
