import { documentText } from '#domain/documents/document-text.ts';
import type { PrintableReport } from '#domain/documents/printable-report.ts';
import type { PdfImage } from '#platform/pdf/writer/image.ts';
import type { PdfMetadata } from '#platform/pdf/writer/metadata.ts';
import { PAGE_HEIGHT } from '#platform/pdf/writer/pdf-writer.ts';
import { mm } from './geometry.ts';
import { paletteOf } from './palette.ts';
import { REPORT_LEFT, REPORT_RIGHT, REPORT_WIDTH } from './report-columns.ts';
import {
  fittedSize,
  lineHeight,
  wrappedLines,
  type Paper,
  type Pen,
  put,
  putRight,
  type SheetFonts,
  shortened,
  type Type,
} from './sheet.ts';

const LOGO = { width: mm(45), height: mm(16), top: mm(13) } as const;
/** Where the body of the pages after the first begins. */
export const REPORT_NEXT_TOP = mm(25);
const FOOT = PAGE_HEIGHT - mm(11);
const BODY_BOTTOM = PAGE_HEIGHT - mm(19);
const PROSE_WIDTH = REPORT_WIDTH * 0.85;

/** What a report and a text have around their body. */
type Framed = Pick<PrintableReport, 'language' | 'made_at' | 'title' | 'lines' | 'notes' | 'made_on' | 'seller' | 'branding'>;
export type FramedParts<D, P extends Paper> = {
  readonly document: D;
  readonly fonts: SheetFonts;
  readonly logo: PdfImage | null;
  readonly startPaper: (metadata: PdfMetadata) => P;
};

/** Lines of one paragraph from the pen on. */
function putLines(pen: Pen, value: string, type: Type, width = REPORT_WIDTH): void {
  pen.pdf.tag('P', () => {
    for (const line of wrappedLines(pen, value, width, type)) {
      pen.y += lineHeight(type);
      put(pen, [REPORT_LEFT, pen.y], line, type);
    }
  });
}

/** Whose report it is: name, address, and the logo at the right where there is one. */
function putCompany(pen: Pen, { seller }: Framed, logo: PdfImage | null): void {
  const { pdf, palette } = pen;
  const scale = logo ? Math.min(LOGO.width / logo.width, LOGO.height / logo.height) : 0;
  const [width, height] = logo ? [logo.width * scale, logo.height * scale] : [0, 0];
  const box = [REPORT_RIGHT - width, LOGO.top, width, height] as const;
  if (logo) pdf.figure(seller.name, box, () => pdf.image(logo, box));
  const room = REPORT_WIDTH - (logo ? width + mm(8) : 0);
  pen.y = LOGO.top;
  putLines(pen, seller.name, { size: 11, isStrong: true, color: palette.primaryText }, room);
  const address = seller.address_lines.join(' · ');
  if (address !== '') putLines(pen, address, { size: 8, color: palette.muted }, room);
  pen.y = Math.max(pen.y + mm(3), LOGO.top + height + mm(3));
  pdf.artifact(() => pdf.line([REPORT_LEFT, pen.y], [REPORT_RIGHT, pen.y], { width: 0.5, color: palette.hairline }));
}

function putHeading(pen: Pen, { title, lines, notes }: Framed): void {
  const { pdf, palette } = pen;
  const [period = '', ...others] = lines;
  const type: Type = { size: 18, isStrong: true, color: palette.primaryText };
  const size = fittedSize(pen, title, REPORT_WIDTH, { ...type, smallest: 11 });
  pen.y += mm(5) + size;
  pdf.tag('H1', () => put(pen, [REPORT_LEFT, pen.y], title, { ...type, size, tracking: -size / 80 }));
  pen.y += 3;
  putLines(pen, period, { size: 10.5, isStrong: true });
  for (const line of others) putLines(pen, line, { size: 8.5, color: palette.muted });
  pen.y += mm(1.5);
  for (const note of notes) putLines(pen, note, { size: 7.5, color: palette.muted }, PROSE_WIDTH);
  pen.y += mm(5);
}

/** Head of the pages after the first. */
function putNextHead(pen: Pen, { title, lines, seller }: Framed): void {
  const { palette, pdf } = pen;
  const [y, type] = [mm(15), { size: 8, color: palette.muted }];
  const name = shortened(pen, seller.name, REPORT_WIDTH / 3, type);
  put(pen, [REPORT_LEFT, y], `${title} · ${lines[0] ?? ''}`, { ...type, isStrong: true, color: palette.primaryText });
  putRight(pen, [REPORT_RIGHT, y], name, type);
  pdf.line([REPORT_LEFT, y + 7], [REPORT_RIGHT, y + 7], { width: 0.5, color: palette.hairline });
}

/** When it was made and which page of how many this is. How many there are is known at the end. */
function putFeet(pen: Pen, report: Framed): void {
  const type: Type = { size: 7, color: pen.palette.muted, figures: 'tabular' };
  const { page: pageOf } = documentText(report.language);
  for (let page = 0; page < pen.pdf.pageCount; page++) {
    pen.pdf.goToPage(page);
    pen.pdf.artifact(() => {
      put(pen, [REPORT_LEFT, FOOT], report.made_on, type);
      putRight(pen, [REPORT_RIGHT, FOOT], pageOf(page + 1, pen.pdf.pageCount), type);
    });
  }
}

/** Lays out whose it is, what it is and of when, and lets `putBody` write below; `turn` begins a page. A writer that it returns only needs to be saved. */
export function drawFramed<D extends Framed, P extends Paper>(
  { document, fonts, logo, startPaper }: FramedParts<D, P>,
  putBody: (pen: Pen<P>, turn: () => void) => void,
): P {
  const { title, seller, language, made_at, lines } = document;
  const pdf = startPaper({ title: [title, ...lines.slice(0, 1)].join(' · '), author: seller.name, language, madeAt: made_at });
  const pen: Pen<P> = { pdf, fonts, palette: paletteOf(document.branding), y: 0, bottom: BODY_BOTTOM };
  pdf.addPage();
  putCompany(pen, document, logo);
  putHeading(pen, document);
  putBody(pen, () => {
    pdf.addPage();
    pdf.artifact(() => putNextHead(pen, document));
    pen.y = REPORT_NEXT_TOP;
  });
  putFeet(pen, document);
  return pdf;
}
