/** Entry point of a thread that writes PDFs, one after the other, in the order in which they are asked for. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import type { FontFamily } from '#domain/documents/document-fonts.ts';
import type { PrintableDocument } from '#domain/documents/printable-document.ts';
import { type FontFiles, writeDocument } from '#platform/pdf/write-document.ts';

const root = new URL('../../../', import.meta.url);
const FONTS: Readonly<Record<FontFamily, string>> = { sans: 'inter', serif: 'literata' };
const fonts = new Map<FontFamily, Promise<FontFiles>>();

async function readFonts(family: FontFamily): Promise<FontFiles> {
  const read = (weight: number) => readFile(fileURLToPath(new URL(`src/platform/pdf/fonts/${FONTS[family]}-${weight}.ttf`, root)));
  const [regular, strong] = await Promise.all([read(400), read(600)]);
  return { regular, strong };
}

async function answer(document: PrintableDocument): Promise<void> {
  const bytes = await writeDocument(document, (family) => {
    const known = fonts.get(family) ?? readFonts(family);
    fonts.set(family, known);
    return known;
  });
  parentPort?.postMessage(bytes, [bytes.buffer]);
}

let last = Promise.resolve();
// What fails ends the thread, and whoever asked hears of it.
parentPort?.on('message', (document: PrintableDocument) => (last = last.then(() => answer(document))));
