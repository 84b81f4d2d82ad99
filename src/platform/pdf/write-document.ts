import { type FontFamily, fontFamilyOf } from '#domain/documents/document-fonts.ts';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import { drawDocument } from './layout/draw-document.ts';
import type { SheetFonts } from './layout/sheet.ts';
import { openFont } from './writer/font.ts';
import { openImage } from './writer/image.ts';

/** TrueType files of a family. */
export type FontFiles = { readonly regular: Uint8Array; readonly strong: Uint8Array };
/** The page fetches them, tests read them from disk. */
export type LoadFonts = (family: FontFamily) => Promise<FontFiles>;

const NAMES: Readonly<Record<FontFamily, string>> = { sans: 'Inter', serif: 'Literata' };

function textOf({ branding: { footer_text }, ...rest }: PrintableDocument): string {
  return Object.values({ ...rest, footer_text })
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join(' ');
}

async function openFamily(family: FontFamily, load: LoadFonts): Promise<SheetFonts> {
  const { regular, strong } = await load(family);
  return { regular: openFont(`${NAMES[family]}-Regular`, regular), strong: openFont(`${NAMES[family]}-SemiBold`, strong) };
}

/** The sans knows more scripts: a document with Greek or Cyrillic in it is set in it as a whole. */
async function fontsFor(document: PrintableDocument, load: LoadFonts): Promise<SheetFonts> {
  const fonts = await openFamily(fontFamilyOf(document.branding.font), load);
  return fonts.regular.covers(textOf(document)) ? fonts : openFamily('sans', load);
}

/** The document as a PDF/A-3a file. Pure: the same document and fonts give the same bytes on the same engine. */
export async function writeDocument(document: PrintableDocument, load: LoadFonts): Promise<Uint8Array<ArrayBuffer>> {
  const { logo } = document.branding;
  const image = logo && (await openImage(logo.bytes));
  return drawDocument({ document, fonts: await fontsFor(document, load), logo: image }).save();
}
