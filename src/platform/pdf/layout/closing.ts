import { LEFT, mm, NEXT_TOP, WIDTH } from './geometry.ts';
import { paymentHeight, putPayment } from './payment-part.ts';
import { lineHeight, wrappedLines, put, putParagraph, type Sheet } from './sheet.ts';
import { putTotals, totalsHeight } from './totals.ts';

/** What follows the items: totals, the tax sentence, payment, notes; on a delivery note a line to sign. */

/** Notes are prose: lines of this length read well. */
const PROSE_WIDTH = WIDTH * 0.8;
const NOTE_GAP = mm(5);
const BAR_GAP = 8;
const SIGNATURE = { above: mm(24), height: mm(28) } as const;
/** More than this share of a page is not kept together: it would push rows away that have room. */
const KEPT_SHARE = 0.5;

type Block = { readonly height: (sheet: Sheet) => number; readonly draw: (sheet: Sheet, turn: () => void) => void };

const note = (textOf: (sheet: Sheet) => string): Block => {
  const type = (sheet: Sheet) => ({ size: sheet.style.body, width: PROSE_WIDTH });
  return {
    height: (sheet) => {
      const text = textOf(sheet);
      return text === ''
        ? 0
        : NOTE_GAP * sheet.style.gap + wrappedLines(sheet, text, PROSE_WIDTH, type(sheet)).length * lineHeight(type(sheet));
    },
    draw: (sheet, turn) => {
      const text = textOf(sheet);
      if (text === '') return;
      sheet.y += NOTE_GAP * sheet.style.gap;
      putParagraph(sheet, text, type(sheet), turn);
    },
  };
};

/** Why no tax is charged must not drown in small print: a bar in the company's colour and strong letters. */
const taxNotes: Block = {
  height: (sheet) => {
    const lines = taxNoteLines(sheet);
    return lines.length === 0 ? 0 : NOTE_GAP * sheet.style.gap + lines.length * lineHeight({ size: sheet.style.body }) + 4;
  },
  draw: (sheet, turn) => {
    const lines = taxNoteLines(sheet);
    if (lines.length === 0) return;
    const { pdf, palette, style } = sheet;
    const type = { size: style.body, isStrong: true };
    const height = lines.length * lineHeight(type) + 4;
    sheet.y += NOTE_GAP * style.gap;
    if (sheet.y + height > sheet.bottom) turn();
    pdf.artifact(() => pdf.boxes([[LEFT, sheet.y, 2, height]], palette.accent));
    pdf.tag('P', () => {
      for (const [row, line] of lines.entries()) put(sheet, [LEFT + BAR_GAP, sheet.y + (row + 1) * lineHeight(type) - 1], line, type);
    });
    sheet.y += height;
  },
};

const taxNoteLines = (sheet: Sheet): string[] =>
  sheet.document.tax_notes.flatMap((text) => wrappedLines(sheet, text, PROSE_WIDTH - BAR_GAP, { size: sheet.style.body, isStrong: true }));

/** As it went out, in what was issued before such notes stood out. */
const formerTaxNotes = note(({ document }) => document.tax_notes.join('\n'));
const inLayout = ({ document }: Sheet): Block => (document.layout < 2 ? formerTaxNotes : taxNotes);

const signature: Block = {
  height: ({ document }) => (document.kind === 'delivery_note' ? SIGNATURE.height : 0),
  draw: (sheet, turn) => {
    const { document, palette, pdf, style, text } = sheet;
    if (document.kind !== 'delivery_note') return;
    if (sheet.y + SIGNATURE.height > sheet.bottom) turn();
    const y = sheet.y + SIGNATURE.above;
    pdf.artifact(() => pdf.line([LEFT, y], [LEFT + mm(85), y], { width: 0.5, color: palette.muted }));
    pdf.tag('P', () => put(sheet, [LEFT, y + 11], text.received, { size: style.small, color: palette.muted }));
    sheet.y += SIGNATURE.height;
  },
};

const BLOCKS: readonly Block[] = [
  note(({ document }) => document.letter?.body.trim() ?? ''),
  { height: totalsHeight, draw: putTotals },
  { height: (sheet) => inLayout(sheet).height(sheet), draw: (sheet, turn) => inLayout(sheet).draw(sheet, turn) },
  { height: paymentHeight, draw: putPayment },
  note(({ document }) => document.notes.trim()),
  signature,
];

/** Height of what must stand below the last row on the same page: the totals, and as much of the rest as half a page holds. */
export function closingHeight(sheet: Sheet): number {
  const most = (sheet.bottom - NEXT_TOP) * KEPT_SHARE;
  let kept = 0;
  for (const [index, block] of BLOCKS.entries()) {
    const height = block.height(sheet);
    if (index > 0 && kept + height > most) break;
    kept += height;
  }
  return kept;
}

export function putClosing(sheet: Sheet, turn: () => void): void {
  for (const block of BLOCKS) block.draw(sheet, turn);
}
