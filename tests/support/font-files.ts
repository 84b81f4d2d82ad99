import { readFileSync } from 'node:fs';
import type { FontFamily } from '#domain/documents/document-fonts.ts';
import type { FontFiles } from '#platform/pdf/write-document.ts';

const NAMES: Readonly<Record<FontFamily, string>> = { sans: 'inter', serif: 'literata' };
const file = (name: string) => new Uint8Array(readFileSync(`${import.meta.dirname}/../../src/platform/pdf/fonts/${name}.ttf`));

/** The fonts of documents as the page gets them from the server. */
export const fontFiles = (family: FontFamily = 'sans'): FontFiles => ({
  regular: file(`${NAMES[family]}-400`),
  strong: file(`${NAMES[family]}-600`),
});
export const loadFontFiles = async (family: FontFamily): Promise<FontFiles> => fontFiles(family);
