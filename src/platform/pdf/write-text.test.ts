import { expect, test } from 'vitest';
import type { PrintableText, TextPart } from '#domain/documents/printable-text.ts';
import { loadFontFiles } from '#tests/support/font-files.ts';
import { pdfTags, pdfTexts } from '#tests/support/pdf-text.ts';
import { writeText } from './write-document.ts';

const text = (parts: readonly TextPart[]): PrintableText => ({
  kind: 'text',
  language: 'en',
  made_at: '2026-11-23T09:00:00Z',
  title: 'Description of procedures',
  lines: ['Version 1'],
  notes: [],
  made_on: 'Made on 23 Nov 2026',
  seller: { name: 'Nordlicht', address_lines: ['Hamburg'] },
  branding: { logo: null, primary_color: '#134e4a', accent_color: '#0f766e', font: 'Helvetica' },
  parts,
});
const written = async (parts: readonly TextPart[]) => pdfTexts(await writeText(text(parts), loadFontFiles));

test('all rows of a long table stand on their pages once and in order, below a repeated head', async () => {
  const rows = Array.from({ length: 150 }, (_, n) => [`Row ${n + 1}`, 'said']);
  const pages = await written([{ kind: 'table', headings: ['When', 'What'], shares: [1, 3], rows }]);
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.flat().filter((each) => each.startsWith('Row '))).toEqual(rows.map(([name]) => name));
  for (const [number, page] of pages.entries()) {
    expect(page).toContain('When');
    expect(page).toContain(`Page ${number + 1} of ${pages.length}`);
  }
});

test('a heading never stands alone at the foot of a page, wherever that is', async () => {
  for (let before = 1; before < 70; before++) {
    const filling = Array.from({ length: before }, (): TextPart => ({ kind: 'paragraph', text: 'Filling' }));
    const pages = await written([...filling, { kind: 'heading', text: 'Heading' }, { kind: 'paragraph', text: 'Below' }]);
    const page = pages.find((each) => each.includes('Heading')) ?? [];
    expect(page).toContain('Below');
  }
});

test('no line of a paragraph stands alone on a page, wherever that ends', async () => {
  const lines = ['first', 'second', 'third', 'fourth'];
  for (const count of [2, 3, 4]) {
    // Lists are of another pitch than paragraphs: together they leave any room at the foot.
    for (const [before, listed] of Array.from({ length: 60 }, (_, n) => [30 + Math.floor(n / 6), n % 6] as const)) {
      const filling: TextPart[] = [
        { kind: 'points', points: Array.from({ length: listed }, () => 'Listed') },
        ...Array.from({ length: before }, (): TextPart => ({ kind: 'paragraph', text: 'Filling' })),
      ];
      const pages = await written([...filling, { kind: 'paragraph', text: lines.slice(0, count).join('\n') }]);
      const shown = pages.map((page) => page.filter((line) => lines.includes(line)).length);
      expect(shown, `${count} lines after ${before} and ${listed}`).not.toContain(1);
      expect(shown.reduce((sum, each) => sum + each, 0)).toBe(count);
    }
  }
});

test('headings, paragraphs and tables are named for who hears them read', async () => {
  const tags = pdfTags(
    await writeText(
      text([
        { kind: 'heading', text: 'Heading' },
        { kind: 'paragraph', text: 'Paragraph' },
        { kind: 'points', points: ['Point'] },
        { kind: 'table', headings: [], shares: [1, 2], rows: [['Name', 'Value']] },
      ]),
      loadFontFiles,
    ),
  );
  for (const tag of ['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']) expect(JSON.stringify(tags)).toContain(tag);
});
