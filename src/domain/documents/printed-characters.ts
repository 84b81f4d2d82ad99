import type { PrintableDocument } from './printable-document.ts';

/** What the fonts of our documents have, as a class of a regular expression, the same in SQL. A test holds it equal to the font files. */
export const GLYPHS =
  '\\u0020-\\u007e\\u00a0-\\u00ac\\u00ae-\\u0148\\u014a-\\u017f\\u0192\\u0218-\\u021b\\u02c6-\\u02c7\\u02d8-\\u02dd\\u0386-\\u038a\\u038c' +
  '\\u038e-\\u03a1\\u03a3-\\u03ce\\u0400-\\u045f\\u0490-\\u0493\\u1e80-\\u1e85\\u1e9e\\u1ef2-\\u1ef3\\u2010-\\u2026\\u2030\\u2032-\\u2033' +
  '\\u2039-\\u203a\\u2044\\u20a4\\u20ac\\u20b4\\u20b9-\\u20ba\\u20bd\\u2116\\u2122\\u2190-\\u2193\\u2212\\u221e\\u2248\\u2260\\u2264-\\u2265\\u2713';
/** Blanks of any width, and marks that only steer: printed as a blank, or not at all. */
const SILENT = '\\u0001-\\u001f\\u007f-\\u009f\\u00ad\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u2064\\u3000\\ufe00-\\ufe0f\\ufeff';
const UNPRINTABLE = new RegExp(`[^${GLYPHS}${SILENT}]`, 'gu');

/** The characters of a text that documents can't show, each once. The server knows the same as `private.has_only_printed`. */
export const unprintableIn = (text: string): string[] => [...new Set(text.normalize('NFC').match(UNPRINTABLE) ?? [])];

/** The characters of a whole document that its paper will not show, each once. */
export const unprintableOn = (document: PrintableDocument): string[] =>
  unprintableIn(JSON.stringify({ ...document, branding: document.branding.footer_text }));
