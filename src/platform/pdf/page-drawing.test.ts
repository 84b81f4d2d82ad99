import { expect, test } from 'vitest';
import { DOCUMENT_TEMPLATES } from '#domain/documents/printable-document.ts';
import { loadFontFiles } from '#tests/support/font-files.ts';
import { pdfTexts } from '#tests/support/pdf-text.ts';
import { printableDocument } from '#tests/support/printable-document.ts';
import { drawFirstPage, writeDocument } from './write-document.ts';

const PIXEL = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);

test.each(DOCUMENT_TEMPLATES)('the drawing of a %s page says what the first page of the file says, and where', async (template) => {
  const document = printableDocument({ template, lines: 40 });
  const [drawing, file] = [await drawFirstPage(document, loadFontFiles), await writeDocument(document, loadFontFiles)];
  const words = drawing.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.value] : []));
  const bare = (texts: readonly string[]) => texts.join('').replaceAll(/\s/g, '');
  expect(bare(words)).toBe(bare(pdfTexts(file)[0] ?? []));
  expect(drawing.pages).toBeGreaterThan(1);
  const outside = drawing.marks.filter((mark) => mark.kind === 'text' && (mark.x < 0 || mark.x + mark.width > 596 || mark.y > 842));
  expect(outside).toEqual([]);
});

test.each(DOCUMENT_TEMPLATES)('a logo with transparency stands at the head of a %s page', async (template) => {
  const branding = { ...printableDocument().branding, logo: { bytes: PIXEL, mime: 'image/png' } };
  const { marks } = await drawFirstPage(printableDocument({ template, branding }), loadFontFiles);
  const [image] = marks.filter(({ kind }) => kind === 'image');
  expect(image && 'box' in image && image.box[1] < 60).toBe(true);
  const file = Buffer.from(await writeDocument(printableDocument({ template, branding }), loadFontFiles)).toString('latin1');
  expect(file.match(/\/Subtype\/Image/g)?.length).toBeGreaterThanOrEqual(1);
});
