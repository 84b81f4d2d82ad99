import { groupedIban } from '#domain/documents/iban.ts';
import { PAGE_HEIGHT, PAGE_WIDTH } from '#platform/pdf/writer/pdf-writer.ts';
import { FOLDS, FOOTER_BOTTOM, LEFT, mm, NEXT_TOP, PUNCH, RIGHT, WIDTH } from './geometry.ts';
import { lineHeight, wrappedLines, put, putRight, shortened, textWidth, type Sheet, type Type } from './sheet.ts';

/** What every page has: draft mark, fold marks, footer, page number; and the head of later pages. All of it is decoration to a screen reader. */

const FOOTER: Type = { size: 7 };
const FOOTER_LINE = 9.6;
const COLUMN_GAP = mm(5);
const NOTE_GAP = 5;
const DRAFT_DEGREES = 52;

type FooterLine = { readonly value: string; readonly isStrong: boolean };
type FooterColumn = { readonly x: number; readonly lines: readonly FooterLine[] };
type FooterPlan = { readonly note: readonly string[]; readonly columns: readonly FooterColumn[]; readonly height: number };

function sellerParts({ document, text }: Sheet): string[][] {
  const { seller } = document;
  const { bank } = seller;
  return [
    [seller.name, ...seller.address_lines],
    [seller.phone, seller.email, seller.website],
    [bank.name, bank.iban && `${text.account} ${groupedIban(bank.iban)}`, bank.bic && `${text.bic} ${bank.bic}`],
    [seller.tax_number && `${text.taxNumber} ${seller.tax_number}`, seller.vat_id && `${text.vatId} ${seller.vat_id}`],
  ].map((part) => part.filter(Boolean));
}

/** Columns as wide as their text, the rest shared out between them; of equal width when they would not fit. */
function footerColumns(sheet: Sheet, parts: readonly (readonly string[])[]): FooterColumn[] {
  const strong = { ...FOOTER, isStrong: true };
  const natural = parts.map((part) => Math.max(...part.map((value) => textWidth(sheet, value, strong))));
  const sum = natural.reduce((total, width) => total + width, 0);
  const gaps = Math.max(1, parts.length - 1);
  const isEven = sum + COLUMN_GAP * gaps > WIDTH;
  const gap = isEven ? COLUMN_GAP : (WIDTH - sum) / gaps;
  let x = LEFT;
  return parts.map((part, column) => {
    const width = isEven ? (WIDTH - COLUMN_GAP * gaps) / parts.length : (natural[column] ?? 0);
    const lines = part.flatMap((value, row) => {
      const isStrong = column === 0 && row === 0;
      return wrappedLines(sheet, value, width, { ...FOOTER, isStrong }).map((line) => ({ value: line, isStrong }));
    });
    const placed = { x, lines };
    x += width + gap;
    return placed;
  });
}

/** Everything in centred lines that break between the parts, never inside one. */
function footerLine(sheet: Sheet, parts: readonly (readonly string[])[]): FooterColumn[] {
  const all = parts.flat().map((part) => part.replaceAll(' ', '\u00a0'));
  const within = (width: number) => wrappedLines(sheet, all.join(' · '), width, FOOTER);
  // The narrowest width with as few lines: they come out about equally long.
  const widths = Array.from({ length: 12 }, (_, step) => WIDTH * (1 - step / 20));
  const even = widths.findLast((width) => within(width).length === within(WIDTH).length) ?? WIDTH;
  const lines = within(even).map((line) => line.replace(/^· | ·$/g, ''));
  return lines.map((value, row) => ({
    x: LEFT + (WIDTH - textWidth(sheet, value, FOOTER)) / 2,
    lines: [...Array.from({ length: row }, () => ({ value: '', isStrong: false })), { value, isStrong: false }],
  }));
}

function planFooter(sheet: Sheet): FooterPlan {
  const parts = sellerParts(sheet).filter((part) => part.length > 0);
  const wish = sheet.document.branding.footer_text.trim();
  const note = wish === '' ? [] : wrappedLines(sheet, wish, WIDTH, FOOTER);
  const columns = sheet.style.footer === 'columns' ? footerColumns(sheet, parts) : footerLine(sheet, parts);
  const rows = note.length + Math.max(0, ...columns.map((column) => column.lines.length));
  return { note, columns, height: rows * FOOTER_LINE + (note.length > 0 ? NOTE_GAP : 0) };
}

function putFooter(sheet: Sheet, plan: FooterPlan): void {
  const { palette, style } = sheet;
  const top = FOOTER_BOTTOM - plan.height;
  if (style.tableHead === 'filled') sheet.pdf.boxes([[LEFT, top - 11, mm(12), 1.6]], palette.accent);
  else sheet.pdf.line([LEFT, top - 10], [RIGHT, top - 10], { width: 0.5, color: palette.hairline });
  const muted = { ...FOOTER, color: palette.muted };
  for (const [row, line] of plan.note.entries()) put(sheet, [LEFT, top + row * FOOTER_LINE + 4], line, muted);
  const columnsTop = top + plan.note.length * FOOTER_LINE + (plan.note.length > 0 ? NOTE_GAP : 0) + 4;
  for (const { x, lines } of plan.columns)
    for (const [row, { value, isStrong }] of lines.entries())
      put(sheet, [x, columnsTop + row * FOOTER_LINE], value, isStrong ? { ...FOOTER, isStrong, color: palette.ink } : muted);
}

function putDraftMark(sheet: Sheet): void {
  const { text, fonts, palette, pdf } = sheet;
  const [size, word] = [132, text.draft];
  const half = fonts.strong.width(word, size) / 2;
  const angle = (DRAFT_DEGREES * Math.PI) / 180;
  const [x, y] = [PAGE_WIDTH / 2 - half * Math.cos(angle) + size * 0.3, PAGE_HEIGHT / 2 + half * Math.sin(angle) + size * 0.2];
  pdf.turnedText(x, y, word, { font: fonts.strong, size, color: palette.draft, degrees: DRAFT_DEGREES });
}

function putMarks({ pdf, palette }: Sheet): void {
  for (const y of FOLDS) pdf.line([mm(5), y], [mm(8.5), y], { width: 0.4, color: palette.muted });
  pdf.line([mm(5), PUNCH], [mm(10.5), PUNCH], { width: 0.4, color: palette.muted });
}

function putNextHead(sheet: Sheet): void {
  const { document, palette, pdf, title } = sheet;
  const type = { size: 8, color: palette.muted };
  const y = mm(16);
  put(sheet, [LEFT, y], title, { ...type, isStrong: true, color: palette.primaryText });
  putRight(sheet, [RIGHT, y], shortened(sheet, document.seller.name, WIDTH / 2, type), type);
  pdf.line([LEFT, y + 7], [RIGHT, y + 7], { width: 0.5, color: palette.hairline });
}

/** Begins a page with everything that stands on each, and puts the pen where its body begins. */
export function createPages(sheet: Sheet): { turn: () => void; finish: () => void } {
  const plan = planFooter(sheet);
  sheet.bottom = FOOTER_BOTTOM - plan.height - mm(11);
  return {
    turn: () => {
      const isFirst = sheet.pdf.pageCount === 0;
      sheet.pdf.addPage();
      sheet.pdf.artifact(() => {
        if (sheet.document.number === null) putDraftMark(sheet);
        putMarks(sheet);
        if (!isFirst) putNextHead(sheet);
        putFooter(sheet, plan);
      });
      sheet.y = isFirst ? 0 : NEXT_TOP;
    },
    // How many pages there are is known at the end.
    finish: () => {
      if (!sheet.document.branding.show_page_numbers) return;
      const type = { ...FOOTER, color: sheet.palette.muted, figures: 'tabular' } as const;
      for (let page = 0; page < sheet.pdf.pageCount; page++) {
        sheet.pdf.goToPage(page);
        const y = FOOTER_BOTTOM - plan.height - 10 - lineHeight(type) / 2;
        sheet.pdf.artifact(() => putRight(sheet, [RIGHT, y], sheet.text.page(page + 1, sheet.pdf.pageCount), type));
      }
    },
  };
}
