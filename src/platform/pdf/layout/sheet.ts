import { documentFormat, type DocumentFormat } from '#domain/documents/document-format.ts';
import { documentText, documentTitle, type DocumentText } from '#domain/documents/document-text.ts';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import type { FigureWidth, Font } from '#platform/pdf/writer/font.ts';
import type { PdfImage } from '#platform/pdf/writer/image.ts';
import type { PdfMetadata } from '#platform/pdf/writer/metadata.ts';
import type { PdfWriter } from '#platform/pdf/writer/pdf-writer.ts';
import { LEFT } from './geometry.ts';
import { paletteOf, type DocumentPalette } from './palette.ts';
import { LEADING, spaced, TEMPLATE_STYLES, type TemplateStyle } from './style.ts';
import { wrapText } from './wrap-text.ts';

export type SheetFonts = { readonly regular: Font; readonly strong: Font };

/** What the layout draws on: the file, or the screen. */
export type Paper = Pick<
  PdfWriter,
  'pageCount' | 'addPage' | 'goToPage' | 'tag' | 'artifact' | 'figure' | 'text' | 'turnedText' | 'boxes' | 'line' | 'image'
>;

/** What text is put on paper with; `y` is the pen's height on the current page. */
export type Pen<P extends Paper = Paper> = {
  readonly pdf: P;
  readonly palette: DocumentPalette;
  readonly fonts: SheetFonts;
  y: number;
  /** Where the body ends on every page; known when the footer is. */
  bottom: number;
};

/** A document on its way to paper. */
export type Sheet<P extends Paper = Paper> = Pen<P> & {
  readonly document: PrintableDocument;
  readonly title: string;
  readonly text: DocumentText;
  readonly format: DocumentFormat;
  readonly style: TemplateStyle;
  readonly logo: PdfImage | null;
};

export type SheetParts<P extends Paper = Paper> = {
  readonly document: PrintableDocument;
  readonly fonts: SheetFonts;
  readonly logo: PdfImage | null;
  readonly startPaper: (metadata: PdfMetadata) => P;
};

/** `space` scales the white space of the template. */
export function createSheet<P extends Paper>({ document, fonts, logo, startPaper }: SheetParts<P>, space: number): Sheet<P> {
  const title = documentTitle(document);
  return {
    pdf: startPaper({ title, author: document.seller.name, language: document.language, madeAt: document.made_at }),
    document,
    title,
    text: documentText(document.language),
    format: documentFormat(document),
    style: spaced(TEMPLATE_STYLES[document.template], space),
    palette: paletteOf(document.branding),
    fonts,
    logo,
    y: 0,
    bottom: 0,
  };
}

export type Type = {
  readonly size: number;
  readonly isStrong?: boolean;
  readonly color?: string;
  readonly figures?: FigureWidth;
  readonly tracking?: number;
};

const fontOf = (sheet: Pen, { isStrong = false }: Type): Font => (isStrong ? sheet.fonts.strong : sheet.fonts.regular);

export function textWidth(sheet: Pen, value: string, type: Type): number {
  const tracking = (type.tracking ?? 0) * Math.max(0, Array.from(value).length - 1);
  return fontOf(sheet, type).width(value, type.size, type.figures) + tracking;
}

/** Text by its baseline, from the left. */
export function put(sheet: Pen, at: readonly [x: number, y: number], value: string, type: Type): void {
  sheet.pdf.text(at[0], at[1], value, { ...type, font: fontOf(sheet, type), color: type.color ?? sheet.palette.ink });
}

/** Text that ends at `x`. */
export function putRight(sheet: Pen, [x, y]: readonly [x: number, y: number], value: string, type: Type): void {
  put(sheet, [x - textWidth(sheet, value, type), y], value, type);
}

export const wrappedLines = (sheet: Pen, value: string, width: number, type: Type): string[] =>
  wrapText(value, width, (text) => textWidth(sheet, text, type));

/** The largest size not above the given one at which the text fits into the width; never below `smallest`. */
export function fittedSize(sheet: Pen, value: string, width: number, type: Type & { readonly smallest: number }): number {
  const size = (type.size * width) / Math.max(width, textWidth(sheet, value, type));
  return Math.max(type.smallest, Math.floor(size * 4) / 4);
}

/** The text's beginning with an ellipsis, if it is too wide. */
export function shortened(sheet: Pen, value: string, width: number, type: Type): string {
  if (textWidth(sheet, value, type) <= width) return value;
  const [first = ''] = wrappedLines(sheet, value, width - type.size, type);
  return `${first}…`;
}

export const lineHeight = (type: Type): number => type.size * LEADING;

/** A paragraph from the pen on, over as many pages as it takes; `turn` begins the next one. */
export function putParagraph(
  sheet: Pen,
  value: string,
  options: Type & { readonly x?: number; readonly width: number },
  turn: () => void,
): void {
  sheet.pdf.tag('P', () => {
    for (const line of wrappedLines(sheet, value, options.width, options)) {
      if (sheet.y + lineHeight(options) > sheet.bottom) turn();
      sheet.y += lineHeight(options);
      put(sheet, [options.x ?? LEFT, sheet.y], line, options);
    }
  });
}
