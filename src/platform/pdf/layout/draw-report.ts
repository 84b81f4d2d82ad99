import type { PrintableReport } from '#domain/documents/printable-report.ts';
import { drawFramed, type FramedParts, REPORT_NEXT_TOP } from './report-frame.ts';
import { putReportTable } from './report-table.ts';
import type { Paper } from './sheet.ts';

/** Lays a report out: one table below what it is, whose, and of when. A writer that it returns only needs to be saved. */
export const drawReport = <P extends Paper>(parts: FramedParts<PrintableReport, P>): P =>
  drawFramed(parts, (pen, turn) => putReportTable(pen, parts.document, { nextTop: REPORT_NEXT_TOP, turn }));
