import { closingHeight, putClosing } from './closing.ts';
import { NEXT_TOP } from './geometry.ts';
import { putLetterhead } from './letterhead.ts';
import { putLineTable } from './line-table.ts';
import { createPages } from './page-frame.ts';
import { createSheet, type Paper, type Sheet, type SheetParts } from './sheet.ts';

/** A last page less full than this is worth being saved by a little less white space. */
const SPARSE = 0.6;
const TIGHTER = [0.85, 0.7] as const;

function drawn<P extends Paper>(parts: SheetParts<P>, space: number): Sheet<P> {
  const sheet = createSheet(parts, space);
  const { turn, finish } = createPages(sheet);
  turn();
  putLetterhead(sheet);
  putLineTable(sheet, closingHeight(sheet), turn);
  putClosing(sheet, turn);
  finish();
  return sheet;
}

const isSparse = ({ pdf, y, bottom }: Sheet): boolean => pdf.pageCount > 1 && (y - NEXT_TOP) / (bottom - NEXT_TOP) < SPARSE;

/** Lays a document out; a writer that it returns only needs to be saved. A few lines too many for a page are taken in by setting it tighter. */
export function drawDocument<P extends Paper>(parts: SheetParts<P>): P {
  const loose = drawn(parts, 1);
  if (!isSparse(loose)) return loose.pdf;
  for (const space of TIGHTER) {
    const tight = drawn(parts, space);
    if (tight.pdf.pageCount < loose.pdf.pageCount) return tight.pdf;
  }
  return loose.pdf;
}
