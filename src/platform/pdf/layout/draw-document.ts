import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import type { PdfImage } from '#platform/pdf/writer/image.ts';
import type { PdfWriter } from '#platform/pdf/writer/pdf-writer.ts';
import { closingHeight, putClosing } from './closing.ts';
import { putLetterhead } from './letterhead.ts';
import { putLineTable } from './line-table.ts';
import { createPages } from './page-frame.ts';
import { createSheet, type SheetFonts } from './sheet.ts';

/** Lays a document out; the writer it returns only needs to be saved. */
export function drawDocument(document: PrintableDocument, fonts: SheetFonts, logo: PdfImage | null): PdfWriter {
  const sheet = createSheet(document, fonts, logo);
  const { turn, finish } = createPages(sheet);
  turn();
  putLetterhead(sheet);
  putLineTable(sheet, closingHeight(sheet), turn);
  putClosing(sheet, turn);
  finish();
  return sheet.pdf;
}
