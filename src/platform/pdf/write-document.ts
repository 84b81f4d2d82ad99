import { type FontFamily, fontFamilyOf } from '#domain/documents/document-fonts.ts';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import type { PrintableReport } from '#domain/documents/printable-report.ts';
import type { PrintableText } from '#domain/documents/printable-text.ts';
import { drawDocument } from './layout/draw-document.ts';
import { drawReport } from './layout/draw-report.ts';
import { drawText } from './layout/draw-text.ts';
import { DrawingPaper, type PageDrawing } from './layout/page-drawing.ts';
import type { SheetFonts } from './layout/sheet.ts';
import { openFont } from './writer/font.ts';
import { openImage } from './writer/image.ts';
import { PdfWriter } from './writer/pdf-writer.ts';

type Printable = PrintableDocument | PrintableReport | PrintableText;

/** TrueType files of a family. */
export type FontFiles = { readonly regular: Uint8Array; readonly strong: Uint8Array };
/** The page fetches them, tests read them from disk. */
export type LoadFonts = (family: FontFamily) => Promise<FontFiles>;

const NAMES: Readonly<Record<FontFamily, string>> = { sans: 'Inter', serif: 'Literata' };

function textOf({ branding, ...rest }: Printable): string {
  return Object.values({ ...rest, footer: 'footer_text' in branding ? branding.footer_text : '' })
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join(' ');
}

async function openFamily(family: FontFamily, load: LoadFonts): Promise<SheetFonts> {
  const { regular, strong } = await load(family);
  return { regular: openFont(`${NAMES[family]}-Regular`, regular), strong: openFont(`${NAMES[family]}-SemiBold`, strong) };
}

/** The sans knows more scripts: a document with Greek or Cyrillic in it is set in it as a whole. */
async function fontsFor(document: Printable, load: LoadFonts): Promise<SheetFonts> {
  const fonts = await openFamily(fontFamilyOf(document.branding.font), load);
  return fonts.regular.covers(textOf(document)) ? fonts : openFamily('sans', load);
}

async function partsOf<T extends Printable>(document: T, load: LoadFonts) {
  const { logo } = document.branding;
  return { document, fonts: await fontsFor(document, load), logo: logo && (await openImage(logo.bytes)) };
}

/**
 * The document as a PDF/A-3a file, with the XML of its e-invoice inside where there is one. Pure: the same document and fonts give the same bytes on
 * the same engine.
 */
export async function writeDocument(document: PrintableDocument, load: LoadFonts, eInvoice?: string): Promise<Uint8Array<ArrayBuffer>> {
  const inside = eInvoice === undefined ? {} : { eInvoice };
  return drawDocument({ ...(await partsOf(document, load)), startPaper: (metadata) => new PdfWriter({ ...metadata, ...inside }) }).save();
}

/** The report as such a file. */
export async function writeReport(report: PrintableReport, load: LoadFonts): Promise<Uint8Array<ArrayBuffer>> {
  return drawReport({ ...(await partsOf(report, load)), startPaper: (metadata) => new PdfWriter(metadata) }).save();
}

/** The text as such a file. */
export async function writeText(text: PrintableText, load: LoadFonts): Promise<Uint8Array<ArrayBuffer>> {
  return drawText({ ...(await partsOf(text, load)), startPaper: (metadata) => new PdfWriter(metadata) }).save();
}

/** A document's first page for the screen, by the same layout. */
export async function drawFirstPage(document: PrintableDocument, load: LoadFonts): Promise<PageDrawing> {
  const parts = await partsOf(document, load);
  const { marks, pageCount } = drawDocument({ ...parts, startPaper: () => new DrawingPaper(parts.fonts.strong) });
  return { marks, pages: pageCount, family: fontFamilyOf(document.branding.font) };
}
