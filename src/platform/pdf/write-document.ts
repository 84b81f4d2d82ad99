import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import { drawDocument } from './layout/draw-document.ts';
import { openFont } from './writer/font.ts';
import { openImage } from './writer/image.ts';

/** TrueType files of the family; the page and the tests get them in different ways. */
export type FontFiles = { readonly regular: Uint8Array; readonly strong: Uint8Array };

/** The document as a PDF/A-3a file. Pure: the same document and fonts give the same bytes on the same engine. */
export async function writeDocument(document: PrintableDocument, files: FontFiles): Promise<Uint8Array<ArrayBuffer>> {
  const { logo } = document.branding;
  const image = logo && (await openImage(logo.bytes));
  const fonts = { regular: openFont('Inter-Regular', files.regular), strong: openFont('Inter-SemiBold', files.strong) };
  return drawDocument(document, fonts, image).save();
}
